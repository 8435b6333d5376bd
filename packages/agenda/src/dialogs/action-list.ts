import { html, nothing, type TemplateResult } from 'lit/html.js'

export interface Action {
  label: string
  run: () => void
  /** What is usually done next. */
  isNext?: boolean
  /** Its classes; default: those of its place. */
  look?: string
}

/** What is done next stands first and out: the first of those that may be. */
export function actionList(actions: readonly Action[]): TemplateResult {
  const next = actions.find(({ isNext }) => isNext)
  const others = actions.filter((action) => action !== next)
  const button = ({ label, run, look = 'secondary' }: Action) =>
    html`<button type="button" class=${look} @click=${run}>${label}</button>`
  return html`<div class="visit-actions">
    ${next ? button({ ...next, look: 'primary' }) : nothing} ${others.map(button)}
  </div>`
}
