import type { Catalog, Onboarding } from '@silla/core'
import type { Language } from '@silla/locale'
import { maskEmail } from '@silla/wire'
import { html } from 'ghtml'
import { languageLinks, page } from './layout.ts'
import { pageStyle } from './page-style.ts'
import type { RenderedPage } from './rendered-page.ts'
import { onboardingTexts } from './texts/onboarding-texts.ts'
import { fill, textsIn } from './texts/texts.ts'

/** The fields of the forms, and the values of the buttons. */
export const actionField = 'accion'
export const codeField = 'codigo'
export const actions = { send: 'enviar', continue: 'seguir' } as const

/** What a page of a salon's onboarding is made of. */
export interface OnboardingPageParts {
  catalog: Catalog
  language: Language
  isLive: boolean
  onboarding: Onboarding
  /** Its own address, and that of the page with the button. */
  paths: { own: string; page: string }
  /**
   * `start`: a button that sends the code; `code`: the field for it; `status`: how far the salon has come
   */
  view: 'start' | 'code' | 'status'
  /** Why the last form had no effect; null: it had. */
  refusal: string | null
}

/** The page on which a salon goes on to the processor, and to which it returns (D53). It needs no script. */
export function onboardingPage(parts: OnboardingPageParts): RenderedPage {
  const { catalog, language, onboarding, paths, refusal } = parts
  const texts = onboardingTexts[language]
  const shared = textsIn(language)
  const style = `${pageStyle(catalog.business.brandColor)}${ownRules}`
  const { title, text } = texts.states[onboarding.state]
  const facts = onboarding.missing.map((fact) => html`<li>${texts.facts[fact]}</li>`)
  const body = html`<header>!${parts.isLive ? '' : html`<p class="test">${shared.testSalon}</p>`}
<div class="wrap bar"><strong class="home"><bdi>${catalog.business.name}</bdi></strong>!${languageLinks(
    language,
    shared,
    (other) => `${paths.own}?lang=${other}${parts.view === 'code' ? `&${codeField}` : ''}`,
  )}</div></header>
<main class="wrap"><div class="narrow">
<h1>${title}</h1>
!${refusal === null ? '' : html`<p class="notice" role="alert">${refusal}</p>`}
!${onboarding.isCurrent ? '' : html`<p class="notice" role="status">${texts.notCurrent}</p>`}
<p class="lead">${text}</p>
!${facts.length === 0 ? '' : html`<section><h2>${texts.missing}</h2><ul class="rules">!${facts}</ul></section>`}
!${nextStep(parts)}
</div></main>`
  return {
    html: page({
      ...{ language, locale: language, style, body },
      title: `${title} · ${catalog.business.name}`,
      head: noIndex,
    }),
    style,
    images: [],
  }
}

/** What the salon can do now. */
function nextStep({ catalog, language, onboarding, paths, view }: OnboardingPageParts): string {
  const texts = onboardingTexts[language]
  const { state } = onboarding
  const action = `${paths.page}?lang=${language}`
  if (state === 'ready' || state === 'unsupported') return ''
  if (view === 'status' || state === 'pending') {
    const [href, label] =
      state === 'pending'
        ? [`${paths.own}?lang=${language}`, texts.checkAgain]
        : [action, texts.complete]
    return html`<p class="actions"><a class="button primary" href="${href}">${label}</a></p>`
  }
  const { email } = catalog.business
  if (email === '') return html`<p class="notice" role="status">${texts.noEmail}</p>`
  const masked = maskEmail(email)
  if (view === 'start')
    return html`<form method="post" action="${action}">
<p>${fill(texts.willSend, { email: masked })}</p>
<p class="actions"><button class="button primary" name="${actionField}" value="${actions.send}">${texts.send}</button></p>
</form>`
  return html`<form method="post" action="${action}">
<p role="status">${fill(texts.sent, { email: masked })}</p>
<label class="field"><span>${texts.code}</span><input name="${codeField}" required inputmode="numeric" autocomplete="one-time-code" pattern=" *[0-9]{6} *" maxlength="20" dir="ltr" autofocus></label>
<p class="actions"><button class="button primary" name="${actionField}" value="${actions.continue}">${texts.continue}</button></p>
</form>
<form method="post" action="${action}"><p class="actions"><button class="button" name="${actionField}" value="${actions.send}">${texts.sendAgain}</button></p></form>`
}

/** The page of a token that is no salon's any more, or never was one's. */
export function unknownOnboardingPage(language: Language): RenderedPage {
  const { goneTitle: title, goneText } = onboardingTexts[language]
  const style = pageStyle(null)
  const body = html`<main class="wrap"><div class="message"><h1>${title}</h1><p>${goneText}</p></div></main>`
  return {
    html: page({ language, locale: language, title, style, head: noIndex, body }),
    style,
    images: [],
  }
}

const noIndex = '<meta name="robots" content="noindex, nofollow">'

const ownRules = `
.narrow form{margin-block-start:1.75rem}
.narrow form+form{margin-block-start:0}
.field{display:grid;gap:.25rem;max-width:14rem;margin-block-start:1rem}
.field input{min-height:48px;padding:.5rem .9rem;border:1px solid var(--edge);border-radius:12px;background:var(--page);color:var(--ink);font:inherit;letter-spacing:.1em}
`
