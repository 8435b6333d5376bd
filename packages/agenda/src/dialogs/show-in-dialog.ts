import type { Host } from '../host/host.ts'

/** Scrolls to a part of the topmost dialog: in a long one it may be below what is seen, behind the button. */
export function showInDialog(host: Host, selector = '[role="alert"]'): void {
  host.requestUpdate()
  void host.updateComplete.then(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    dialog?.querySelector(selector)?.scrollIntoView({ block: 'nearest' })
  })
}
