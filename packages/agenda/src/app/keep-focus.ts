/**
 * Renders, and gives the focus to what is nearest when the element that had it is gone or in another
 * place: who uses the keyboard would begin again at the top of the page.
 */
export function keepFocus(root: HTMLElement, render: () => void): void {
  const before = document.activeElement
  render()
  if (before instanceof HTMLElement && before !== document.body && isLost())
    before.isConnected ? focus(before) : focusNearest(root, before.dataset.key)
}

/** For a dialog that has closed: what had the focus before it was opened may be gone. */
export function findFocus(root: HTMLElement): void {
  if (isLost()) focusNearest(root, undefined)
}

const isLost = (): boolean => document.activeElement === document.body

/** @param key of a visit, which may be in another column now */
function focusNearest(root: HTMLElement, key: string | undefined): void {
  const dialog = [...root.querySelectorAll('dialog[open]')].at(-1)
  focus(
    dialog?.querySelector('h2') ??
      root.querySelector(`[data-key="${key}"]`) ??
      root.querySelector('.grid [tabindex="0"]') ??
      root.querySelector('#title'),
  )
}

const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })
