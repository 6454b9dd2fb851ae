/** JSON.parse and JSON.stringify of every fixture and golden. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

let length = 0;
for (const folder of ["Fixtures", "Golden"]) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (name.endsWith(".json")) length += JSON.stringify(JSON.parse(readFileSync(join(folder, name), "utf8"))).length;
  }
}
console.log(length);
