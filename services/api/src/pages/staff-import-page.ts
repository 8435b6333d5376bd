import type { Language } from '@silla/locale'
import { html } from 'ghtml'
import { staffFrame } from './staff-frame.ts'
import { importPath, staffPath } from './staff-page.ts'
import { staffImportTexts } from './texts/staff-import-texts.ts'

export const importScriptPath = '/equipo/importar.js'

/** The page on which a salon imports its customers and bookings from another product (D78). */
export function staffImportPage(language: Language): { html: string; style: string } {
  const { script, ...texts } = staffImportTexts[language]
  const home = `${staffPath}?lang=${language}`
  const message = (name: string, text: string): string =>
    html`<div data-part="${name}" tabindex="-1" hidden><h1>${texts.title}</h1><p class="lead">${text}</p>
<p class="actions"><a class="button" href="${home}">${texts.toAccount}</a></p></div>`
  const body = html`!${message('signed-out', texts.signedOut)}
!${message('not-allowed', texts.notAllowed)}
!${message('no-passkey', texts.noPasskey)}
<div data-part="choose" tabindex="-1" hidden>
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
<form data-part="form">
<label class="field whole"><span>${texts.file}</span><input name="archivo" type="file" required accept=".csv,.txt,text/csv,text/plain" data-part="file"></label>
!${select(texts.kind, 'tipo', texts.kinds, 'data-part="kind"')}
!${select(texts.source, 'origen', texts.sources)}
!${select(texts.encoding, 'codificacion', texts.encodings, 'data-part="encoding"')}
<fieldset data-part="of-bookings" hidden>
!${select(texts.dates, 'orden_fechas', texts.orders)}
<label><input type="checkbox" name="por_nombre"> ${texts.matchNames}</label>
<label><input type="checkbox" name="recordar"> ${texts.remind}</label></fieldset>
<details class="leave whole" data-part="columns" hidden><summary>${texts.columns}</summary>
<p>${texts.columnsHint}</p><div data-part="column-list"></div></details>
<p class="whole"><button class="button primary">${texts.check}</button></p></form>
<section data-part="recent" hidden><h2>${texts.recent}</h2><ul class="services people" data-part="recent-list"></ul></section>
<p class="actions"><a class="button" href="${home}">${texts.toAccount}</a></p>
</div>
<div data-part="running" tabindex="-1" hidden>
<h1>${texts.title}</h1>
<p class="lead" data-part="running-kind"></p>
<p><progress data-part="progress" aria-label="${texts.progress}"></progress></p>
<p data-part="progress-text"></p>
<p>${texts.closeHint}</p>
<p class="actions"><button type="button" class="button" data-part="cancel">${texts.cancel}</button></p>
</div>
<div data-part="report" tabindex="-1" hidden>
<h1>${texts.title}</h1>
<p class="lead" data-part="outcome"></p>
<p class="notice" data-part="problem" hidden></p>
<section data-part="counted"><h2>${texts.counts}</h2><ul class="services" data-part="counts"></ul></section>
<section data-part="unknown" hidden><h2>${texts.names}</h2><p>${texts.namesHint}</p>
<form data-part="names"><div class="whole" data-part="name-list"></div><button class="button primary">${texts.checkAgain}</button></form></section>
<section data-part="of-rows"><h2>${texts.rows}</h2><p data-part="no-rows">${texts.noRows}</p>
<ul class="services" data-part="rows"></ul>
<p class="actions"><button type="button" class="button" data-part="more">${texts.more}</button></p></section>
<section data-part="of-columns"><h2>${texts.columns}</h2>
<p>${texts.read}: <span data-part="read"></span></p>
<p data-part="has-ignored">${texts.ignored}: <span data-part="ignored"></span></p>
<p data-part="has-consent">${texts.consent}: <span data-part="consent"></span></p></section>
<p class="actions"><button type="button" class="button primary" data-part="start">${texts.start}</button>
<button type="button" class="button" data-part="download">${texts.download}</button>
<button type="button" class="button" data-part="again">${texts.again}</button></p>
</div>
<dialog data-part="dialog" aria-labelledby="question"><h2 id="question">${texts.cancelQuestion}</h2>
<p>${texts.cancelHint}</p>
<p class="actions"><button type="button" class="button" data-part="no">${texts.goOn}</button>
<button type="button" class="button primary" data-part="yes">${texts.cancel}</button></p></dialog>`
  return staffFrame(language, {
    path: importPath,
    title: texts.title,
    script: importScriptPath,
    texts: script,
    style: importRules,
    body,
  })
}

const select = (
  label: string,
  name: string,
  options: Readonly<Record<string, string>>,
  attributes = '',
): string =>
  html`<label class="field"><span>${label}</span><select name="${name}" !${attributes}>!${Object.entries(
    options,
  ).map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>`

const importRules = `
.narrow .whole{flex:1 1 100%;min-width:0;margin:0}
.narrow select{text-overflow:ellipsis}
.narrow input[type="file"]{padding-block:.7rem}
.narrow fieldset .field{display:grid;gap:.25rem;align-items:stretch;margin-block-end:.5rem}
.narrow progress{inline-size:100%;block-size:1.2rem;accent-color:var(--brand)}
.narrow [data-part="progress-text"]{margin-block:.5rem 1rem}
.narrow .services :is(.name,.text),.narrow .field span{overflow-wrap:anywhere}
.narrow [data-part="column-list"]{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(14rem,100%),1fr));gap:.7rem;margin-block-start:.7rem}
.narrow [data-part="name-list"]{display:grid;gap:.7rem}
`
