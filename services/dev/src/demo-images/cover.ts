/** A quiet room in three tones, for the top of a page: mirrors and lamps, or arches and plants. */
export function drawCover(name: string): string {
  return name.startsWith('oasis') ? arches() : mirrors()
}

const each = (xs: readonly number[], draw: (x: number) => string): string => xs.map(draw).join('')

function mirrors(): string {
  const wall = '#d9c7b8'
  const glass = '#efe5db'
  const wood = '#8a5a44'
  const dark = '#4a3630'
  const place = (x: number) =>
    `<path d="M${x} 0v96" stroke="${dark}" stroke-width="4"/><path d="M${x - 44} 132c0-46 88-46 88 0z" fill="${dark}"/><rect x="${x - 92}" y="168" width="184" height="206" rx="92" fill="${glass}"/><path d="m${x - 46} 300 92-92" stroke="${wall}" stroke-width="12" stroke-linecap="round"/>`
  const things = (x: number) =>
    `<rect x="${x}" y="346" width="26" height="54" rx="8" fill="${wood}"/><rect x="${x + 38}" y="322" width="22" height="78" rx="8" fill="#b5563c"/><rect x="${x + 72}" y="358" width="34" height="42" rx="10" fill="${dark}"/>`
  return `<rect width="1600" height="480" fill="${wall}"/>${each([300, 640, 980, 1320], place)}<rect y="400" width="1600" height="80" fill="${wood}"/><rect y="400" width="1600" height="12" fill="${dark}"/>${each([416, 756, 1096], things)}`
}

function arches(): string {
  const wall = '#cfe0dc'
  const light = '#eaf3f0'
  const deep = '#3f7f79'
  const sand = '#d8b48c'
  const arch = (x: number) =>
    `<path d="M${x - 120} 420V210c0-160 240-160 240 0v210z" fill="${light}"/><circle cx="${x}" cy="250" r="46" fill="${sand}" opacity=".55"/>`
  const plant = (x: number) => {
    const leaf = (turn: number) =>
      `<path transform="rotate(${turn} ${x} 380)" d="M${x} 380c-34-50-34-128 0-190 34 62 34 140 0 190z" fill="${deep}"/>`
    return `${each([-50, -25, 0, 25, 50], leaf)}<path d="M${x - 46} 372h92l-14 84h-64z" fill="${sand}"/>`
  }
  return `<rect width="1600" height="480" fill="${wall}"/>${each([320, 800, 1280], arch)}<rect y="420" width="1600" height="60" fill="#b3cdc7"/>${each([80, 560, 1040, 1520], plant)}`
}
