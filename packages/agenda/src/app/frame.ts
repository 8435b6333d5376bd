import { check, fill, momentOf } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Session } from '../api/session.ts'
import type { Host, View } from '../host/host.ts'
import { type ViewName, viewNames } from '../host/place.ts'
import { shortcutsAreOn, turnShortcuts } from '../host/shortcuts.ts'
import { menu } from '../style/icons.ts'
import { maySee } from './views.ts'

interface Framed extends Host {
  readonly session: Session
  signOut(): Promise<void>
}

interface Parts {
  view: View | null
  notice: unknown
  /** The first steps of a new salon. */
  beginning: unknown
  signedOut: unknown
}

/** What stands around every view: salon, views, menu. */
export function frame(host: Framed, { view, notice, beginning, signedOut }: Parts): TemplateResult {
  const { text, session, place } = host
  return html`<header class="top">
      <p class="salon strong"><bdi>${session.negocio.nombre}</bdi></p>
      <nav class="views" aria-label=${text.views.label}>
        ${viewNames.filter((name) => maySee(host, name)).map((name) => viewLink(host, name))}
      </nav>
      ${menuOf(host)}
    </header>
    ${signedOut}
    ${
      host.storedAt === null
        ? nothing
        : html`<p class="notice bar-notice">${fill(text.kept, { when: momentOf(host.format, host.storedAt, host.catalog.timeZone) })}</p>`
    }
    <main>
      <div class="heading">
        <h1 id="title" tabindex="-1">${view?.title ?? text.views[place.view]}</h1>
        ${view?.toolbar?.() ?? nothing}
      </div>
      ${notice}
      ${beginning}
      ${view?.render() ?? nothing}
    </main>`
}

/** The day stays from view to view. */
function viewLink(host: Framed, name: ViewName): TemplateResult {
  const { text, place } = host
  const query = { fecha: place.query.get('fecha') ?? undefined }
  return html`<a
    href=${host.href(name, query)}
    aria-current=${name === place.view ? 'page' : nothing}
    @click=${(event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      host.go(name, query)
    }}
    >${text.views[name]}</a
  >`
}

const languageNames = { es: 'Español', en: 'English', ar: 'العربية' } as const

function menuOf(host: Framed): TemplateResult {
  const { text, person, salon, language, place } = host
  return html`<button type="button" class="icon" popovertarget="menu" aria-label=${text.menu.label}>
      ${menu}
    </button>
    <div id="menu" popover>
      <p><bdi class="strong">${person.nombre}</bdi><bdi class="muted of-salon">${salon.nombre}</bdi></p>
      <label class="check">
        <input
          type="checkbox"
          .checked=${shortcutsAreOn()}
          @change=${({ target }: Event) => turnShortcuts((target as HTMLInputElement).checked)}
        />${text.menu.shortcuts}
      </label>
      <p class="links">
        ${Object.entries(languageNames).map(([code, name]) => {
          const query = new URLSearchParams(place.query)
          query.set('lang', code)
          return html`<a
            href="${location.pathname}?${query}"
            lang=${code}
            hreflang=${code}
            aria-current=${code === language ? 'true' : nothing}
            >${name}${code === language ? check : nothing}</a
          >`
        })}
      </p>
      <a class="secondary" href="/equipo/?lang=${language}">${text.menu.account}</a>
      <button type="button" class="secondary" @click=${() => host.signOut()}>
        ${text.menu.signOut}
      </button>
    </div>`
}
