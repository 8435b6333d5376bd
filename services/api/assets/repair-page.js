/**
 * Applies changes to the elements of a page, by their selectors, now and after each change of the
 * page. A selector must not match an element that has been changed.
 */
window.repairPage = (changes) => {
  let isDue = true
  const repair = () => {
    isDue = false
    for (const [selector, change] of Object.entries(changes))
      for (const element of document.querySelectorAll(selector)) change(element)
  }
  new MutationObserver(() => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(repair)
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true })
  repair()
}
