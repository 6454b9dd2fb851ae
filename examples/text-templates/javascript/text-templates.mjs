/** Renders text templates. README.md has the rules T1 to T4. */

/** Returns the output of a text, which has values and a template. */
export function convert(text) {
  const divider = /(?<![^\n])---\r?(?:\n|$)/.exec(text);
  if (!divider) return render(tokens(text), new Map());

  const template = text.slice(divider.index + divider[0].length);
  return render(tokens(template), valuesOf(text.slice(0, divider.index)));
}

/** Returns the values of each key (T1). */
function valuesOf(head) {
  const values = new Map();

  for (const line of head.split("\n")) {
    const [, key, value] = /^([^:]*):(.*?)\r?$/s.exec(line) ?? [];
    if (key === undefined) continue;
    const name = trimmed(key);
    values.set(name, [...(values.get(name) ?? []), trimmed(value)]);
  }

  return values;
}

function trimmed(text) {
  return text.replace(/^ +| +$/g, "");
}

/** Returns the parts of a template: texts, escapes and tags. */
function tokens(template) {
  return template.split(/(\\[\\{]|\{\{[#/]?[A-Za-z0-9_]+\}\})/);
}

/** Returns the output of a list of parts. */
function render(parts, values) {
  let output = "";

  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    const key = part.slice(2, -2);

    if (index % 2 === 0) {
      output += part;
    } else if (part.startsWith("\\")) {
      output += part.slice(1); // T4
    } else if (/^\w/.test(key)) {
      output += values.get(key)?.[0] ?? ""; // T2
    } else {
      const end = key.startsWith("#") ? parts.indexOf(`{{/${key.slice(1)}}}`, index) : -1;
      output += end < 0 ? part : repeated(parts.slice(index + 1, end), key.slice(1), values); // T3
      index = Math.max(index, end);
    }
  }

  return output;
}

/** Returns the output of a section for each value of its key. */
function repeated(parts, key, values) {
  const each = values.get(key) ?? [];
  return each.map((value) => render(parts, new Map([...values, [key, [value]]]))).join("");
}
