/** Tells the lines of offsets in a text; nothing is counted before somebody asks. */
export function createLineIndex(text: string): (offset: number) => number {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (starts[middle] <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Lines end with a line feed, a carriage return, or both. */
function lineStarts(text: string): number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const { 0: lineBreak, index } of text.matchAll(/\r\n?|\n/g)) starts.push(index + lineBreak.length);
    return starts;
  }
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}
