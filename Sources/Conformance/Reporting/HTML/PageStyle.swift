/// The style sheet of the page.
enum PageStyle {
  static let text = colors + layout + matrix + details

  /// Colours tell what signs and words tell as well.
  private static let colors = #"""

    :root {
      color-scheme: light dark;
      --ground: #ffffff; --raised: #f5f6f8; --hover: #eceff3; --line: #dde1e6; --text: #1c2127; --quiet: #59636f;
      --accent: #0a5bc4; --passed: #1a7437; --passed-ground: #e3f3e7; --failed: #b3261e; --failed-ground: #fdeae8;
      --known: #815a00; --known-ground: #fdf1cf; --strong-failed: #f7c3be; --strong-passed: #b4e0bf;
      --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #101317; --raised: #181c22; --hover: #222831; --line: #2c333c; --text: #e3e7ec; --quiet: #9aa5b1;
        --accent: #74b3ff; --passed: #5fd07a; --passed-ground: #14281b; --failed: #ff8f86; --failed-ground: #351a19;
        --known: #e2b64c; --known-ground: #2d2411; --strong-failed: #6e2b27; --strong-passed: #22562f;
      }
    }
    .passed { color: var(--passed); }
    .failed { color: var(--failed); }
    .known { color: var(--known); }
    .unsupported, .skipped, .dim { color: var(--quiet); }
    .strong { font-weight: 600; }

    """#

  private static let layout = #"""
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; scrollbar-gutter: stable; }
    body {
      margin: 0; background: var(--ground); color: var(--text);
      font: 0.875rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
    }
    h1, h2, h3, p, dl, dd, ul { margin: 0; padding: 0; }
    [hidden] { display: none !important; }
    code, pre, .code { font-family: var(--mono); font-size: 0.8125rem; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; border-radius: 4px; }
    button, input, select {
      font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px;
      min-height: 2.125rem; padding: 0 0.625rem;
    }
    button { cursor: pointer; white-space: nowrap; }
    button:hover { background: var(--hover); }
    button[aria-pressed="true"], [role="tab"][aria-selected="true"] {
      border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent);
    }
    button.plain { border-color: transparent; background: none; }
    header { position: sticky; top: 0; z-index: 2; background: var(--ground); border-bottom: 1px solid var(--line); }
    .bar, .tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; padding: 0.5rem 1rem; }
    .bar { padding-bottom: 0; }
    .bar h1 { font-size: 1rem; flex: 1 1 auto; min-width: 0; }
    .bar h1 small { font-size: 0.8125rem; font-weight: 400; color: var(--quiet); margin-left: 0.5rem; }
    .tools input { flex: 1 1 12rem; min-width: 8rem; }
    .tools select { flex: 0 1 14rem; min-width: 6rem; }
    .chips { display: flex; gap: 0.375rem; flex-wrap: wrap; }
    .share { display: flex; height: 4px; gap: 1px; background: var(--line); }
    .share i { display: block; min-width: 3px; }
    .share .passed { background: var(--passed); }
    .share .failed { background: var(--failed); }
    .share .known { background: var(--known); }
    .share .unsupported, .share .skipped { background: var(--quiet); opacity: 0.5; }
    main { padding: 0 0 3rem; }
    .empty { padding: 3rem 1rem; text-align: center; color: var(--quiet); }
    .panel { padding: 1rem; max-width: 80rem; }
    .panel h2 { font-size: 1rem; margin: 0 0 0.5rem; }
    .panel h2:not(:first-child) { margin-top: 1.5rem; }
    .panel h2 + p { margin-bottom: 0.75rem; }
    .finding { padding: 0.5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
    .chart { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: 0 1.5rem; }
    .chart button {
      display: grid; grid-template-columns: 3rem minmax(0, 1fr) auto; gap: 0.125rem 0.5rem; align-content: start;
      align-items: center;
      text-align: left; border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: 0.375rem 0.25rem;
      white-space: normal; background: none;
    }
    .chart button:hover { background: var(--hover); }
    .chart .share { height: 0.5rem; border-radius: 4px; overflow: hidden; background: none; }
    .chart .words { grid-column: 2 / -1; color: var(--quiet); font-size: 0.8125rem; }
    .chart .number { text-align: right; font-variant-numeric: tabular-nums; font-size: 0.8125rem; }
    dialog.help {
      color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem;
      max-width: 30rem; box-shadow: 0 12px 40px #0005;
    }
    dialog.help::backdrop { background: #0008; }
    .keys { display: grid; grid-template-columns: auto 1fr; gap: 0.375rem 1rem; margin: 0.75rem 0 1rem; }
    kbd {
      font: 0.8125rem var(--mono); border: 1px solid var(--line); border-radius: 4px; padding: 0.0625rem 0.3125rem;
      background: var(--raised);
    }
    @media (max-width: 40rem) {
      .bar, .tools { padding-inline: 0.75rem; }
      .bar h1 small { display: block; margin-left: 0; }
      .bar .chips { gap: 0.25rem; }
      .bar button { padding: 0 0.5rem; }
      .tools input { flex-basis: 60%; }
      .tools select { flex: 1 1 20%; }
      button, input, select { min-height: 2.75rem; }
      .tools input, .tools select { font-size: 1rem; }
      .panel { padding: 0.75rem; }
    }

    """#

  private static let matrix = #"""
    .columns, .item {
      display: grid; grid-template-columns: minmax(0, 1fr) repeat(var(--implementations, 1), 7rem); align-items: center;
      padding: 0 1rem;
    }
    .columns { color: var(--quiet); font-size: 0.8125rem; padding-block: 0.25rem; background: var(--raised); }
    .columns > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .columns > :not(:first-child) { text-align: center; color: var(--text); font-weight: 600; }
    .list { position: relative; overflow: hidden; }
    .list:focus-visible { outline: none; }
    .item {
      position: absolute; left: 0; right: 0; border-bottom: 1px solid var(--line); cursor: pointer;
      contain: layout style paint;
    }
    .item:hover { background: var(--hover); }
    .item.group { height: 3.375rem; }
    .item.group[aria-expanded="true"] { background: var(--raised); }
    .item.group:hover { background: var(--hover); }
    .item.case { height: 2.25rem; padding-left: 2.5rem; }
    .item.contract { height: 2.75rem; font-weight: 600; cursor: default; }
    .item.open { background: var(--hover); box-shadow: inset 3px 0 0 var(--accent); }
    .list:focus-visible .item.active { outline: 2px solid var(--accent); outline-offset: -2px; z-index: 1; }
    .item .name { min-width: 0; overflow: hidden; }
    .item .name > * { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .item .name small { color: var(--quiet); font-size: 0.8125rem; }
    .item.case .name { display: flex; align-items: baseline; gap: 0.75rem; }
    .item.case .name .code { flex: 0 1 auto; min-width: 30%; }
    .item.case .name small { flex: 1 1 0; }
    .item.group .name::before {
      content: "▸"; float: left; width: 1.25rem; line-height: 2.6rem; color: var(--quiet); text-align: center;
      margin-left: -0.375rem; margin-right: 0.25rem;
    }
    .item.group[aria-expanded="true"] .name::before { content: "▾"; }
    .cell { text-align: center; white-space: nowrap; font-variant-numeric: tabular-nums; font-size: 0.8125rem; }
    .cell.failed, .cell.known { font-weight: 600; }
    .item.case .cell { justify-self: center; min-width: 2.25rem; border-radius: 4px; line-height: 1.5rem; }
    .item.case .cell.failed { background: var(--failed-ground); }
    .item.case .cell.known { background: var(--known-ground); }
    .sign { font-family: var(--mono); font-size: 0.9375rem; }
    @media (max-width: 40rem) {
      .columns, .item { grid-template-columns: minmax(0, 1fr) repeat(var(--implementations, 1), 3.375rem); }
      .columns, .item { padding-inline: 0.75rem; }
      .columns > :not(:first-child) {
        font-size: 0.625rem; font-weight: 400; padding: 0 2px; white-space: normal; overflow-wrap: anywhere;
        line-height: 1.2; max-height: 2.4em;
      }
      .item.case { height: 3.25rem; padding-left: 1.25rem; }
      .item.case .name { display: block; }
      .cell .of { display: none; }
    }
    @media (min-width: 75rem) {
      body.split main, body.split header { margin-right: min(50rem, 55vw); }
      body.split .columns, body.split .item {
        grid-template-columns: minmax(0, 1fr) repeat(var(--implementations, 1), 4.5rem);
      }
      body.split .item.case small { display: none; }
      body.split .tools input { flex-basis: 8rem; }
      body.split .tools select { flex-basis: 6rem; }
    }

    """#

  private static let details = #"""
    .details {
      position: fixed; z-index: 3; inset: 0 0 0 auto; width: min(50rem, 55vw); background: var(--ground);
      border-left: 1px solid var(--line); display: flex; flex-direction: column;
    }
    .details > .top { display: flex; align-items: center; gap: 0.25rem; padding: 0.5rem 0.5rem 0.5rem 1rem; }
    .details > .top { border-bottom: 1px solid var(--line); }
    .details > .top h2 { flex: 1; min-width: 0; font-size: 1rem; overflow-wrap: anywhere; }
    .details > .top h2:focus { outline: none; }
    .details > .top button { padding: 0 0.625rem; }
    .details > .body { flex: 1; overflow: auto; padding: 0.75rem 1rem 3rem; overscroll-behavior: contain; }
    .details h3 { font-size: 0.875rem; margin: 1.25rem 0 0.375rem; }
    .details .verdicts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 0.5rem; }
    .facts { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.25rem 0.75rem; margin-top: 0.75rem; }
    .facts dt { color: var(--quiet); }
    .facts dd { overflow-wrap: anywhere; }
    .failure { border: 1px solid var(--line); border-radius: 8px; margin: 0.5rem 0; overflow: hidden; }
    .failure > p { padding: 0.375rem 0.75rem; background: var(--failed-ground); font-weight: 600; overflow-wrap: anywhere; }
    .failure.known { color: inherit; }
    .failure.known > p { background: var(--known-ground); }
    .failure .text { border: 0; border-radius: 0; }
    .lines { padding: 0.375rem 0; }
    .lines > div { padding: 0 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
    .lines > .removed { background: var(--failed-ground); }
    .lines > .added { background: var(--passed-ground); }
    .lines > .removed :not(:first-child).removed { background: var(--strong-failed); color: var(--text); }
    .lines > .added :not(:first-child).added { background: var(--strong-passed); color: var(--text); }
    .lines > :not(:first-child):not(.removed):not(.added):has(.strong) { margin-top: 0.5rem; }
    .text { position: relative; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); }
    pre {
      margin: 0; padding: 0.5rem 0.75rem; overflow: auto; max-height: 32rem; white-space: pre-wrap;
      overflow-wrap: anywhere; tab-size: 2; unicode-bidi: isolate;
    }
    .text > p { padding: 0.25rem 0.75rem 0.5rem; color: var(--quiet); }
    pre b { font-weight: 400; display: block; margin: 0 -0.75rem; padding: 0 0.75rem; }
    pre b.removed { background: var(--failed-ground); color: inherit; }
    pre b.added { background: var(--passed-ground); color: inherit; }
    .sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 0.75rem; }
    .command { display: flex; gap: 0.5rem; align-items: start; }
    .command code { flex: 1; overflow-wrap: anywhere; padding: 0.375rem 0.625rem; background: var(--raised); }
    .clauses li { list-style: none; padding: 0.125rem 0; }
    a { color: var(--accent); }
    button.link { border: 0; background: none; padding: 0; min-height: 0; color: var(--accent); text-align: left; }
    button.link { white-space: normal; text-decoration: underline; overflow-wrap: anywhere; }
    @media (max-width: 75rem) { .details { width: min(50rem, 100%); box-shadow: 0 0 60px #0006; } }
    @media (max-width: 40rem) {
      .sides { grid-template-columns: minmax(0, 1fr); }
      .details > .body { padding-inline: 0.75rem; }
      .facts { grid-template-columns: 4.5rem minmax(0, 1fr); }
    }
    @media print {
      header { position: static; }
      .tools, .details > .top button { display: none; }
      .item { position: static; break-inside: avoid; }
      .list { height: auto !important; }
      .details { position: static; width: auto; border: 0; }
      .details > .body { overflow: visible; }
      pre { max-height: none; }
    }

    """#
}
