/** JSON.parse of each line of standard input. */
import { readFileSync } from "node:fs";

let members = 0;
for (const line of readFileSync(0, "utf8").split("\n")) {
  if (line !== "") members += Object.keys(JSON.parse(line)).length;
}
console.log(members);
