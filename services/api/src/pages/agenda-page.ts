import type { AgendaRelease } from '@silla/agenda'
import type { Language } from '@silla/locale'
import { html } from 'ghtml'
import { iconPath, iconSizes, pngIconPath } from './agenda-icon.ts'
import { agendaPath } from './agenda-path.ts'
import { agendaTexts } from './texts/agenda-texts.ts'
import { textsIn } from './texts/texts.ts'

export const workerPath = `${agendaPath}/sw.js`
export const manifestPath = `${agendaPath}/app.webmanifest`

/** With it a device installs the page to its home screen. */
export const agendaManifest = (language: Language): object => ({
  id: agendaPath,
  name: `${agendaTexts[language].title} · Silla`,
  short_name: agendaTexts[language].title,
  lang: language,
  dir: textsIn(language).direction,
  start_url: agendaPath,
  scope: agendaPath,
  display: 'standalone',
  background_color: '#fafafa',
  theme_color: '#ffffff',
  icons: [
    { src: iconPath, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    // the same picture may be cut: it has a margin
    ...['any', 'maskable'].flatMap((purpose) =>
      iconSizes.map((size) => ({
        ...{ src: pngIconPath(size), sizes: `${size}x${size}` },
        ...{ type: 'image/png', purpose },
      })),
    ),
  ],
})

/** The files of a release. */
const agendaFile = (release: AgendaRelease, name: string): string =>
  `${agendaPath}/archivos/${release.hash}/${name}`

/**
 * The page that shows the agenda (D71). It is the same for everybody, and for every view: its script
 * reads who is signed in, and what the address names.
 */
export function agendaPage(language: Language, release: AgendaRelease): string {
  const { title, noScript } = agendaTexts[language]
  const { chunks } = release
  const early = [...new Set([...chunks.agenda, ...chunks[language], ...chunks.day])].slice(1)
  return html`<!doctype html>
<html lang="${language}" dir="${textsIn(language).direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title} · Silla</title>
<meta name="robots" content="noindex">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#18181b" media="(prefers-color-scheme: dark)">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="${iconPath}">
<link rel="apple-touch-icon" href="${pngIconPath(192)}">
<link rel="manifest" href="${manifestPath}?lang=${language}">
<link rel="stylesheet" href="${agendaFile(release, 'style.css')}">
<script type="module" src="${agendaFile(release, 'agenda.js')}"></script>
!${early.map((name) => html`<link rel="modulepreload" href="${agendaFile(release, name)}">`)}
</head>
<body>
<div id="agenda"><noscript><p class="notice">${noScript}</p></noscript></div>
</body>
</html>
`
}

/**
 * The content security policy of the page (D63): nothing inline, nothing from elsewhere, and HTML from
 * the templates of Lit alone.
 */
export const agendaPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html silla-agenda',
].join('; ')
