/** The same parts; the next one is read while somebody works on the one before. */
export async function* readAhead<Part>(parts: AsyncIterable<Part>): AsyncIterable<Part> {
  const iterator = parts[Symbol.asyncIterator]()
  const read = () => {
    const next = iterator.next()
    // an error is reported when its part is wanted
    next.catch(() => {})
    return next
  }
  for (let next = read(); ; ) {
    const { done, value } = await next
    if (done) return
    next = read()
    yield value
  }
}
