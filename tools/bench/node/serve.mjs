/** Answers each line of standard input by what the function of its first word gives. */
import { createInterface } from "node:readline";

export async function serve(answers) {
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${await answers[line]()}\n`);
  }
}

/** The seconds of a piece of work; `keep` takes what it gives, so that none of it is left out. */
export function seconds(work) {
  const start = process.hrtime.bigint();
  kept = work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

export let kept;
