import { brandColors, defaultBrandColor } from '@silla/core'

/** The backgrounds that brand colours are put on, the least favourable of each theme. */
const raised = { light: '#f6f5f3', dark: '#1f2228' }

/**
 * The style sheet of all pages, in the colours of a salon. It is inline, because a page needs
 * nothing else to be shown.
 *
 * @param brandColor `#rrggbb`; null: the platform's
 */
export function pageStyle(brandColor: string | null): string {
  const light = brandColors(brandColor ?? defaultBrandColor, raised.light)
  const dark = brandColors(brandColor ?? defaultBrandColor, raised.dark)
  return `:root{color-scheme:light dark;
--brand:${light.fill};--on-brand:${light.onFill};--brand-text:${light.text};
--page:#ffffff;--raised:${raised.light};--ink:#1b1d21;--muted:#5a5d66;--line:#e3e1dd;--edge:#83868f;--good:#1a6b3c}
@media (prefers-color-scheme:dark){:root{
--brand:${dark.fill};--on-brand:${dark.onFill};--brand-text:${dark.text};
--page:#16181d;--raised:${raised.dark};--ink:#f1f1f3;--muted:#b3b6bf;--line:#33373f;--edge:#8b8f99;--good:#7fd6a0}}
${rules}`
}

const rules = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth;scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif;overflow-wrap:anywhere}
h1,h2,h3,p,ul,ol,dl,dd,table,figure,blockquote{margin:0;padding:0}
ul,ol{list-style:none}
img{display:block;max-width:100%}
a{color:var(--brand-text);text-underline-offset:.2em;text-decoration-thickness:1px}
:focus-visible{outline:3px solid var(--brand-text);outline-offset:3px;border-radius:4px}
h1{font-size:clamp(1.85rem,1.3rem + 2.6vw,2.9rem);line-height:1.12;letter-spacing:-.022em;font-weight:700;text-wrap:balance}
h2{font-size:1.45rem;line-height:1.25;letter-spacing:-.014em;font-weight:680}
h3{font-size:1.02rem;line-height:1.4;font-weight:640}
[dir="auto"]{text-align:-webkit-match-parent;text-align:match-parent}
:lang(ar) :is(h1,h2,h3){letter-spacing:0}
.wrap{max-width:70rem;margin-inline:auto;padding-inline:clamp(1.1rem,4vw,2.5rem)}
.skip{position:absolute;inset-block-start:.5rem;inset-inline-start:.5rem;z-index:2;padding:.75rem 1.1rem;border-radius:10px;background:var(--ink);color:var(--page)}
.skip:not(:focus){clip-path:inset(50%);width:1px;height:1px;overflow:hidden;padding:0}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.bar{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.25rem;min-height:3.25rem}
.bar .home{margin-inline-end:auto;font-weight:640;color:var(--ink);text-decoration:none;display:inline-flex;align-items:center;gap:.6rem;min-height:44px}
.bar .home img{width:2rem;height:2rem;border-radius:8px;object-fit:cover}
.langs{display:flex;flex-wrap:wrap}
.langs a{display:inline-flex;align-items:center;justify-content:center;min-width:44px;min-height:44px;padding:0 .6rem;color:var(--muted);text-decoration:none;font-size:.9rem;border-radius:8px}
.langs a:hover{color:var(--ink);text-decoration:underline}
.langs a[aria-current]{color:var(--ink);font-weight:640}
.test{background:var(--ink);color:var(--page);text-align:center;font-size:.9rem;padding:.55rem 1rem}
.cover{width:100%;height:clamp(7rem,18vw,15.5rem);object-fit:cover;background:color-mix(in oklab,var(--brand) 22%,var(--raised))}
.hero{display:grid;gap:1.1rem 1.75rem;padding-block:clamp(1.5rem,4vw,2.5rem) clamp(2rem,5vw,3.25rem)}
.hero .logo{width:6rem;height:6rem;border-radius:22px;object-fit:cover;background:var(--raised);border:4px solid var(--page)}
.cover+.wrap .logo{margin-block-start:calc(-3rem - clamp(1.5rem,4vw,2.5rem))}
.lead{font-size:1.1rem;color:var(--muted);max-width:44rem;margin-block-start:.8rem;text-wrap:pretty}
.facts{display:flex;flex-wrap:wrap;gap:.35rem 1.5rem;margin-block-start:1rem}
.facts li{display:inline-flex;align-items:center;gap:.5rem}
:is(.facts,.actions,.contact,.rating,.stars) svg{flex:none;width:1.2em;height:1.2em;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
svg.star{fill:#d9931e;stroke:#d9931e}
.rating{display:flex;align-items:center;gap:.4rem}
.dot{flex:none;width:.6rem;height:.6rem;border-radius:50%;background:var(--edge)}
.open .dot{background:var(--good)}
.open{color:var(--good);font-weight:600}
.actions{display:flex;flex-wrap:wrap;gap:.7rem;margin-block-start:1.5rem}
.button{display:inline-flex;align-items:center;justify-content:center;gap:.55rem;min-height:48px;padding:.55rem 1.3rem;border:1px solid var(--edge);border-radius:12px;color:var(--ink);text-decoration:none;font-weight:600;line-height:1.25}
.button:is(button){background:none;font-family:inherit;font-size:inherit;cursor:pointer}
.button:hover{background:var(--raised)}
.button.primary{background:var(--brand);border-color:var(--brand);color:var(--on-brand)}
.button.primary:hover{background:var(--brand);box-shadow:inset 0 0 0 2px var(--on-brand)}
.columns{display:grid;grid-template-columns:minmax(0,1fr);gap:clamp(2.75rem,6vw,4.5rem) 4rem;padding-block-end:clamp(3rem,7vw,5.5rem)}
.main,.side{display:grid;grid-template-columns:minmax(0,1fr);gap:clamp(2.75rem,6vw,4rem);align-content:start}
.side{gap:2.25rem}
section>h2{margin-block-end:1.2rem}
silla-booking,silla-manage{display:block;--silla-color:var(--brand);--silla-background:var(--page);--silla-radius:12px;--silla-font:inherit}
/* its own margins are enough: seven days of 44 px on a screen of 320 px */
@media (max-width:30rem){silla-booking,silla-manage{margin-inline:-1rem}
.hero{padding-block:1.25rem}.hero .logo{width:4.5rem;height:4.5rem;border-radius:18px}.cover+.wrap .logo{margin-block-start:-3.5rem}
.lead{font-size:1rem;line-height:1.5;margin-block-start:.5rem}.facts{margin-block-start:.7rem}
.hero .actions{margin-block-start:1rem}.hero .actions .button{min-height:44px;padding:.3rem 1rem}.hero .actions .primary{display:none}}
silla-booking{container-type:inline-size;scroll-margin-block-start:-1rem}
silla-booking[service]{min-height:26rem}
*:not(:defined)>.late{animation:appear 0s 8s both}
@media (scripting:none){.late,.soon,silla-booking[service],.hero .button.primary{display:none}}
@keyframes appear{from{height:0;visibility:hidden}to{height:auto;visibility:visible}}
.late{height:0;overflow:hidden;visibility:hidden}
:defined>.late{height:auto;visibility:visible}
.reach{display:grid;gap:.4rem;margin-block-start:.8rem}
/* as the first step of the widget, so that nothing moves when that takes its place */
.preview{line-height:1.45;padding-block-end:1.25rem}
silla-booking:not(:defined) .preview{padding:1.5rem 1.5rem 1.25rem;border:1px solid var(--line);border-radius:18px}
.preview::after{content:"";display:block;height:73px}
.title{display:flex;align-items:center;min-height:44px;margin-block-end:1.25rem;font-size:1.4rem;line-height:1.25}
.soon{min-height:72px;margin-block-end:1.5rem;border-radius:12px;background:var(--raised)}
.group{display:flow-root}
.group+.group{margin-block-start:1.75rem}
.group>h4{margin:0;font-size:1rem;font-weight:600;line-height:1.45}
.group>p{color:var(--muted);font-size:.875rem}
.services{display:grid;gap:.5rem}
.group>.services{margin-block-start:.75rem}
.services li{display:flex;align-items:center;gap:.875rem;min-height:64px;padding:.75rem 1rem;border:1px solid var(--line);border-radius:12px;line-height:1.45}
.services img{flex:none;width:64px;height:64px;border-radius:9px;object-fit:cover;background:var(--raised)}
.services .what{flex:1;min-width:0}
.services .name{font-weight:600}
.services :is(.text,.meta){font-size:.875rem}
.services .text,.services s{color:var(--muted)}
.price{font-weight:600}
.preview .services li::after{content:"";flex:none;width:32px}
@container (max-width:460px){silla-booking:not(:defined) .preview{padding:.75rem .75rem 1.25rem;border-color:transparent}.title{font-size:1.25rem}}
.gallery{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:clamp(.4rem,1vw,.75rem)}
.gallery img{width:100%;height:auto;aspect-ratio:1;object-fit:cover;border-radius:14px;background:var(--raised)}
.team{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:1.75rem 2rem}
.team li{display:grid;grid-template-columns:4rem minmax(0,1fr);gap:.2rem 1rem;align-items:center}
.team img,.team .face{width:4rem;height:4rem;border-radius:50%;object-fit:cover;background:var(--raised)}
.team .face{display:grid;place-items:center;font-weight:640;font-size:1.25rem;color:var(--muted)}
.team .role{color:var(--muted);font-size:.95rem;line-height:1.45}
.team .bio{grid-column:1/-1;margin-block-start:.5rem;color:var(--muted);font-size:.95rem;line-height:1.55}
.reviews{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1rem}
.reviews li{background:var(--raised);border-radius:16px;padding:1.25rem 1.35rem}
.reviews blockquote{line-height:1.55}
.reviews .by{color:var(--muted);font-size:.9rem;margin-block-start:.7rem}
.stars span{display:inline-flex;gap:.1rem}
.stars svg{stroke:#d9931e}
.card{background:var(--raised);border-radius:20px;padding:1.5rem 1.6rem}
.card h2{font-size:1.12rem;margin-block-end:.8rem}
.hours{width:100%;border-collapse:collapse;font-size:.97rem}
.hours th{font-weight:400;text-align:start;padding-block:.42rem;padding-inline-end:.75rem;vertical-align:top}
.hours td{text-align:end;white-space:nowrap;padding-block:.42rem;font-variant-numeric:tabular-nums}
.hours td span{display:block}
.hours .now :is(th,td){font-weight:660}
.hours .off td{color:var(--muted)}
.status{display:inline-flex;align-items:center;gap:.55rem}
.card .status{margin-block-end:.6rem}
.small{font-size:.88rem;color:var(--muted);margin-block-start:.9rem}
.closings{display:grid;gap:.7rem;font-size:.97rem;line-height:1.45}
.closings .why{display:block;color:var(--muted)}
.contact{display:grid;gap:.35rem;font-style:normal}
.contact a{color:var(--ink)}
.contact li{display:flex;gap:.7rem;align-items:center;min-height:44px}
.contact svg{color:var(--muted)}
.rules{display:grid;gap:.65rem;font-size:.97rem;line-height:1.5;padding-inline-start:1.1rem;list-style:disc}
.rules ::marker{color:var(--edge)}
.foot{border-block-start:1px solid var(--line);padding-block:1.75rem 2.5rem;color:var(--muted);font-size:.92rem}
.message{max-width:36rem;margin-inline:auto;padding-block:clamp(3.5rem,14vh,8rem);text-align:start}
.message h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.2rem)}
.message .actions{margin-block-start:1.75rem}
.message p:not(.actions){margin-block-start:1rem;color:var(--muted);font-size:1.08rem}
.narrow{max-width:44rem;margin-inline:auto;padding-block:1rem clamp(3rem,8vw,5rem)}
.narrow>h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.2rem);margin-block:.5rem 1.5rem}
.ticket{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.after{margin-block-start:1.5rem}
.narrow>section{margin-block-start:2.5rem}
.narrow .lead{margin-block:.8rem 0}
.narrow [data-seconds-left]>h1,.narrow [data-expired]>h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.2rem);margin-block:.5rem 1.5rem}
.narrow [data-expired]:focus{outline:none}
.offer h2{font-size:clamp(1.3rem,1.1rem + 1vw,1.6rem);margin-block-end:.35rem}
.offer h2 span{display:inline-block}
.offer h2 span:first-child::first-letter{text-transform:uppercase}
.offer .left{margin-block-start:1.1rem;color:var(--muted)}
.offer .left strong{color:var(--ink);font-variant-numeric:tabular-nums}
.offer .actions{margin-block-start:1rem}
@media (max-width:30rem){.offer .button{flex:1 1 100%}}
.offer .rules{margin-block-start:1.25rem;color:var(--muted)}
.notice{margin-block-end:1.25rem;padding:.9rem 1.1rem;border:1px solid var(--edge);border-inline-start-width:4px;border-radius:12px;font-weight:600}
.leave{margin-block-start:1.5rem}
.leave summary{display:inline-flex;align-items:center;min-height:44px;color:var(--muted);text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
.leave .actions{margin-block-start:.8rem}
.ticket dt{color:var(--muted);font-size:.92rem}
.ticket dd{font-weight:600}
.ticket code{font:inherit;letter-spacing:.08em}
@media (min-width:60rem){
.columns{grid-template-columns:minmax(0,1fr) 21rem}
.side{position:sticky;inset-block-start:1.5rem;align-self:start}
.ticket{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media (forced-colors:active){.button,.card,.reviews li{border:1px solid CanvasText}}
@media print{.bar,.langs,.actions,.soon,.skip,.cover,.test{display:none!important}.hero .logo{margin-block-start:0!important}.columns{display:block}.card{padding:0;background:none}section{break-inside:avoid;margin-block-end:1.5rem}body{font-size:11pt;color:#000;background:#fff}a{color:#000}}
`
