/** Rows as lines of a file; how many there were is counted. */
export async function* linesOf(
  parts: AsyncIterable<string[]>,
  counted: { rows: number },
): AsyncIterable<Buffer> {
  for await (const rows of parts) {
    counted.rows += rows.length
    yield Buffer.from(`${rows.join('\n')}\n`)
  }
}
