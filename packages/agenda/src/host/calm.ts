const pauseMilliseconds = 1_000
/** Somebody may scroll without end. */
const longestMilliseconds = 10_000

/**
 * Until nobody has scrolled, typed or pointed for a second, or for ten seconds: what can wait would make
 * that stutter.
 *
 * @param page the window
 */
export const calm = (page: EventTarget): Promise<void> =>
  new Promise((resolve) => {
    const ending = new AbortController()
    const end = () => {
      clearTimeout(pause)
      clearTimeout(longest)
      ending.abort()
      resolve()
    }
    let pause = setTimeout(end, pauseMilliseconds)
    const longest = setTimeout(end, longestMilliseconds)
    const again = () => {
      clearTimeout(pause)
      pause = setTimeout(end, pauseMilliseconds)
    }
    // the scroll event of an element does not bubble
    const options = { capture: true, passive: true, signal: ending.signal }
    for (const name of ['scroll', 'keydown', 'pointerdown'])
      page.addEventListener(name, again, options)
  })
