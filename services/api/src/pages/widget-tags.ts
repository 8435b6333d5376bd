import type { Language } from '@silla/locale'
import type { Widget } from '@silla/widget'
import { html } from 'ghtml'

/** The part of the widget that pages refer to. */
export type WidgetScript = Pick<Widget, 'hash' | 'files' | 'chunks'>

/**
 * The script of an element, and what it will load first: so the browser loads all files at once.
 * Their addresses contain the hash of the release and never change.
 */
export function widgetTags(
  { hash, files, chunks }: WidgetScript,
  element: 'booking' | 'manage',
  language: Language,
): string {
  const names = [
    element,
    language,
    ...(element === 'manage' ? ([`manage-${language}`] as const) : []),
  ]
  const first = [...new Set(names.flatMap((name) => chunks[name]))]
  return html`!${first.map((name) => html`<link rel="modulepreload" href="/widget/${hash}/${name}">`)}
<script type="module" src="/widget/${hash}/silla.js" integrity="${files.get('silla.js')?.integrity}"></script>`
}
