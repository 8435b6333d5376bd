const name = 'silla:agenda:shortcuts'

/** Whether single keys do something (WCAG 2.1.4): who dictates or leans on the keys turns them off. */
export const shortcutsAreOn = (): boolean => localStorage.getItem(name) !== 'off'

export const turnShortcuts = (on: boolean): void =>
  on ? localStorage.removeItem(name) : localStorage.setItem(name, 'off')

/** Whether a key is for the page: not for a field, the browser or the device. */
export function ownKeys(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  if ((event.target as Element).closest('input, textarea, select, [contenteditable]')) return false
  return event.key.length > 1 || shortcutsAreOn()
}
