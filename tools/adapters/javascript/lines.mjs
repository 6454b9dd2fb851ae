const LINE_FEED = 0x0a;

/**
 * The lines of a stream of bytes, each as its bytes, without the line feed; the last one may lack it.
 *
 * The pieces of a line are joined once, when it is whole, so that the cost stays linear however they arrive.
 */
export async function* readLines(stream) {
  let pieces = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end; (end = chunk.indexOf(LINE_FEED, start)) !== -1; start = end + 1) {
      pieces.push(chunk.subarray(start, end));
      yield Buffer.concat(pieces);
      pieces = [];
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces);
}
