import type { Palette } from './palette.ts'

/** Draws on a square of 640. */
type Motif = (palette: Palette) => string

/** What a picture shows: the first word of its name that says it, else the initials of the name. */
export function motifOf(name: string): Motif {
  const found = subjects.find(([words]) => words.test(name))
  return found && !name.endsWith('-logo') ? found[1] : initials(name)
}

const scissors: Motif = ({ ground, dark, accent }) =>
  `<g transform="rotate(32 320 320)"><g fill="none" stroke="${accent}" stroke-width="28"><circle cx="246" cy="478" r="58"/><circle cx="394" cy="478" r="58"/></g><g fill="${dark}"><path d="m270 430 92-312c6-18 24-10 24 6l-34 250z"/><path d="m370 430-92-312c-6-18-24-10-24 6l34 250z"/></g><circle cx="320" cy="360" r="12" fill="${ground}"/></g>`

const comb: Motif = ({ dark, accent }) => {
  const teeth = Array.from(
    { length: 13 },
    (_, index) => `<rect x="${158 + index * 26}" y="300" width="13" height="124" rx="6"/>`,
  )
  return `<g transform="rotate(-24 320 320)"><g fill="${dark}"><rect x="146" y="226" width="348" height="92" rx="30"/>${teeth.join('')}</g><rect x="176" y="250" width="288" height="14" rx="7" fill="${accent}"/></g>`
}

const clipper: Motif = ({ ground, dark, accent }) => {
  const teeth = Array.from(
    { length: 7 },
    (_, index) => `<rect x="${254 + index * 20}" y="120" width="11" height="56" rx="5"/>`,
  )
  return `<g transform="rotate(24 320 320)"><g fill="${accent}">${teeth.join('')}<path d="M246 164h148l-14 76H260z"/></g><rect x="254" y="228" width="132" height="300" rx="54" fill="${dark}"/><rect x="302" y="290" width="36" height="84" rx="18" fill="${ground}"/></g>`
}

const razor: Motif = ({ dark, accent }) =>
  `<g transform="rotate(-10 320 320)"><path d="M150 236c-18-30 4-66 40-60l262 82 30 62-50 18z" fill="${dark}"/><path d="M474 306c22 2 30 34 10 46L246 490c-46 26-86-16-62-50 10-14 26-20 40-24z" fill="${accent}"/><circle cx="458" cy="322" r="11" fill="${dark}"/></g>`

const dryer: Motif = ({ ground, dark, accent }) =>
  `<path d="m300 176 214 36v112l-214 36z" fill="${dark}"/><path d="m232 350-18 146c-2 20 10 32 28 32h50c16 0 26-10 28-26l18-152z" fill="${dark}"/><circle cx="268" cy="268" r="118" fill="${accent}"/><circle cx="268" cy="268" r="50" fill="${ground}"/>`

const bottle: Motif = ({ ground, dark, accent }) =>
  `<path d="M270 120h116v34H350v44h-60v-44h-20z" fill="${dark}"/><rect x="220" y="190" width="200" height="340" rx="46" fill="${accent}"/><rect x="220" y="300" width="200" height="130" fill="${ground}"/><rect x="256" y="346" width="128" height="12" rx="6" fill="${dark}"/><rect x="282" y="374" width="76" height="12" rx="6" fill="${dark}"/>`

const polish: Motif = ({ ground, dark, accent }) =>
  `<path d="M290 108h60c8 0 14 6 15 14l13 186H262l13-186c1-8 7-14 15-14z" fill="${dark}"/><rect x="232" y="300" width="176" height="230" rx="62" fill="${accent}"/><path d="M264 370c0-20 10-32 24-36v128c-14-4-24-16-24-36z" fill="${ground}" opacity=".7"/>`

const leaves: Motif = ({ ground, dark, accent }) => {
  const leaf = (turn: number, fill: string) =>
    `<g transform="rotate(${turn} 320 530)"><path d="M320 530c-104-96-104-256 0-392 104 136 104 296 0 392z" fill="${fill}"/><path d="M320 520V240" stroke="${ground}" stroke-width="8"/></g>`
  return leaf(-48, dark) + leaf(48, dark) + leaf(0, accent)
}

const gift: Motif = ({ ground, dark, accent }) =>
  `<g fill="none" stroke="${dark}" stroke-width="24"><path d="M320 232c-20-90-116-130-124-66-6 48 72 64 124 66 52-2 130-18 124-66-8-64-104-24-124 66z"/></g><rect x="176" y="296" width="288" height="230" rx="18" fill="${accent}"/><rect x="152" y="232" width="336" height="84" rx="18" fill="${dark}"/><rect x="298" y="232" width="44" height="294" fill="${ground}"/>`

const brow: Motif = ({ dark, accent }) =>
  `<g fill="none" stroke-linecap="round"><path d="M168 254c84-76 220-84 304-18" stroke="${dark}" stroke-width="40"/><path d="M180 380c84 84 196 84 280 0" stroke="${accent}" stroke-width="22"/><path d="m214 420-22 40m78-14-10 46m60-42v48m50-52 10 46m46-72 22 40" stroke="${accent}" stroke-width="14"/></g>`

const brush: Motif = ({ dark, accent }) =>
  `<g transform="rotate(38 320 320)"><path d="M250 120h140l22 168H228z" fill="${accent}"/><rect x="214" y="280" width="212" height="58" rx="16" fill="${dark}"/><path d="M284 338h72l18 170c2 30-18 44-54 44s-56-14-54-44z" fill="${dark}"/></g>`

const swatches: Motif = ({ dark, accent }) => {
  const card = (turn: number, fill: string, opacity: number) =>
    `<rect transform="rotate(${turn} 320 540)" x="262" y="140" width="116" height="400" rx="22" fill="${fill}" opacity="${opacity}"/>`
  return (
    card(-44, accent, 0.45) +
    card(-22, accent, 0.7) +
    card(0, accent, 1) +
    card(22, dark, 0.8) +
    card(44, dark, 1)
  )
}

const initials =
  (name: string): Motif =>
  ({ dark, ground }) => {
    const letters = name.split('-').map((word) => word.charAt(0).toUpperCase())
    return `<rect width="640" height="640" fill="${dark}"/><text x="320" y="320" dy=".35em" text-anchor="middle" font-family="Georgia, serif" font-size="250" fill="${ground}">${letters.slice(0, 2).join('')}</text>`
  }

const subjects: readonly [RegExp, Motif][] = [
  [/afeitado|arreglo-barba|^barba|corte-y-barba/, razor],
  [/rapado|degradado|-rivas-2|corte-nino/, clipper],
  [/cejas|threading/, brow],
  [/cepillo|henna-cone|dia-del-novio|bridal|-mansour-1/, brush],
  [/color|colour|tinte|highlights|canas|decoloracion|-saeed-1/, swatches],
  [/blow-dry|lavar|hair$|-mansour-2/, dryer],
  [/mani|pedi|nails/, polish],
  [/henna|skin|facial|mask|boutique/, leaves],
  [/packs|regalo/, gift],
  [/aceite|oil|keratin|tratamiento|cera|cuidado/, bottle],
  [/cortes|clasico-1|haircut-1/, comb],
  [/corte|haircut|-rivas-1/, scissors],
]
