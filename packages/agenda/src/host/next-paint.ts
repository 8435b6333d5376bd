/** In a window that nobody sees nothing is painted. */
const longestMilliseconds = 100

/** Until what was rendered is on the screen: what takes long is done after it. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, longestMilliseconds)
    // a frame is painted after its callbacks
    requestAnimationFrame(() => setTimeout(resolve))
  })
