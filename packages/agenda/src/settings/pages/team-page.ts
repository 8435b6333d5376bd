import { html, type TemplateResult } from 'lit/html.js'
import type { SettingsHost, SettingsPage } from '../settings-host.ts'

/** Who somebody may change a part of, for those who cannot change the team itself. */
export class TeamPage implements SettingsPage {
  readonly isDirty = false
  readonly #settings: SettingsHost

  constructor(settings: SettingsHost) {
    this.#settings = settings
  }

  get title(): string {
    return this.#settings.words.sections.personas
  }

  load(): Promise<void> {
    return Promise.resolve()
  }

  render(): TemplateResult {
    const settings = this.#settings
    const people = settings.host.professionals()
    if (people.length === 0)
      return html`<div class="empty"><p>${settings.words.list.empty.personas}</p></div>`
    return html`<ul class="agenda-list">
      ${people.map(({ id, nombre }) => {
        const { href, follow } = settings.link('personas', { id })
        return html`<li class="setting-row pair">
          <a class="row-of plain" href=${href} @click=${follow}><span class="title"><bdi>${nombre}</bdi></span></a>
        </li>`
      })}
    </ul>`
  }
}
