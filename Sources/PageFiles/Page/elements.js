const read = (id) => JSON.parse(document.getElementById(id).textContent);

/// Creates an element with properties and children. Text becomes text nodes, with invisible characters escaped.
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (typeof value === 'boolean' && !name.startsWith('aria-')) element.toggleAttribute(name, value);
    else if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  const nothing = [null, undefined, false, ''];
  const shown = children.flat(Infinity).filter((child) => !nothing.includes(child));
  appendAll(element, shown.map((child) => (child instanceof Node ? child : visible(`${child}`))));
  return element;
}

/// Appends nodes and texts one at a time. Passing many arguments in one call would overflow the stack.
function appendAll(element, nodes) {
  for (const node of nodes) element.append(node);
}

/// Escapes control and format characters, which could hide or reverse the adjacent text.
function visible(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[^\P{Zs} ]/gu, (found) =>
    ({ '\n': '\n', '\r': '\\r', '\t': '\\t' })[found] ?? `\\u{${found.codePointAt(0).toString(16).toUpperCase()}}`,
  );
}

function number(count) {
  return count.toLocaleString('en');
}

function counted(count, noun) {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}
