import { languageOf } from './text/language.ts'

// The entry `silla.js`: waits for the elements on the page and loads what they need, all files at
// once. It is the only file with an address that does not change, therefore it is small.

declare const SILLA_RELEASE: string

const waiting = new Map([
  ['silla-booking', 'booking'],
  ['silla-manage', 'manage'],
])

/** Loads the code of the elements that are in this part of the page; for shadow roots of a site. */
export function upgrade(root: ParentNode = document): void {
  for (const [tag, name] of waiting) {
    const element = root.querySelector(tag)
    if (!element) continue
    waiting.delete(tag)
    const language = languageOf(element)
    const chunks = [name, language]
    if (name === 'manage') chunks.push(`${name}-${language}`)
    for (const chunk of chunks)
      load(`../${SILLA_RELEASE}/${chunk}.js`).catch(() => repair(tag, name))
  }
}

const load = (path: string): Promise<unknown> => import(new URL(path, import.meta.url).href)

/**
 * Without a connection, waits for it. With one, this entry comes from a cache and the API serves a
 * newer release, whose entry has all files.
 */
function repair(tag: string, name: string): void {
  if (!navigator.onLine) {
    waiting.set(tag, name)
    addEventListener('online', () => upgrade(), { once: true })
  } else if (!isNewest) {
    isNewest = true
    load(`../v1/silla.js?${Date.now()}`).catch(() => waiting.set(tag, name))
  }
}

/** This entry was loaded past the caches, or such an entry has been loaded since. */
let isNewest = import.meta.url.includes('?')

upgrade()
new MutationObserver(() => upgrade()).observe(document, { childList: true, subtree: true })
