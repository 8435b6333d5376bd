const pauseMilliseconds = 1_000
/** Somebody may scroll without end. */
const longestMilliseconds = 10_000

/** The window. */
export interface CalmPage extends Pick<EventTarget, 'addEventListener'> {
  setTimeout(run: () => void, milliseconds: number): number
  clearTimeout(timer: number): void
}

/**
 * Until nobody has scrolled, typed or pointed for a second, or for ten seconds: what can wait would make
 * that stutter.
 */
export const calm = (page: CalmPage): Promise<void> =>
  new Promise((resolve) => {
    const ending = new AbortController()
    const end = () => {
      page.clearTimeout(pause)
      page.clearTimeout(longest)
      ending.abort()
      resolve()
    }
    let pause = page.setTimeout(end, pauseMilliseconds)
    const longest = page.setTimeout(end, longestMilliseconds)
    const again = () => {
      page.clearTimeout(pause)
      pause = page.setTimeout(end, pauseMilliseconds)
    }
    // the scroll event of an element does not bubble
    const options = { capture: true, passive: true, signal: ending.signal }
    for (const name of ['scroll', 'keydown', 'pointerdown'])
      page.addEventListener(name, again, options)
  })
