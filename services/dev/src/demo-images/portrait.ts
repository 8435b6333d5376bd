import type { Palette } from './palette.ts'

interface Look {
  skin: string
  hair: string
  style: 'short' | 'long' | 'bun' | 'scarf'
  hasBeard?: boolean
}

/** The people of the demo salons. */
export const looks: Readonly<Record<string, Look>> = {
  'carlos-rivas': { skin: '#e0b08c', hair: '#8f8a86', style: 'short', hasBeard: true },
  'ana-rivas': { skin: '#e6b996', hair: '#5a3524', style: 'long' },
  'mateo-quispe': { skin: '#c68e65', hair: '#241c19', style: 'short' },
  'omar-haddad': { skin: '#d3a077', hair: '#2a201c', style: 'short', hasBeard: true },
  'layla-mansour': { skin: '#dcae88', hair: '#0b6e69', style: 'scarf' },
  'noor-alhashimi': { skin: '#e3b793', hair: '#2a1d19', style: 'long' },
  'maryam-saeed': { skin: '#cf9c74', hair: '#7d4a63', style: 'scarf' },
  'grace-navarro': { skin: '#c98f66', hair: '#1f1917', style: 'bun' },
  'pilar-moreno': { skin: '#ecc4a4', hair: '#a9a29c', style: 'bun' },
  'rosa-nieto': { skin: '#e4b48f', hair: '#7a4a2c', style: 'long' },
}

/** Head and shoulders, without a face. */
export function drawPortrait(look: Look, { dark, accent }: Palette): string {
  const { skin, hair, style, hasBeard = false } = look
  const behind = {
    short: '',
    long: `<path d="M186 500c-30-190-22-372 134-376 156 4 164 186 134 376z" fill="${hair}"/>`,
    bun: `<circle cx="320" cy="118" r="62" fill="${hair}"/>`,
    scarf: `<path d="M170 560c-40-250 10-444 150-444s190 194 150 444z" fill="${hair}"/>`,
  }[style]
  const front =
    style === 'scarf'
      ? ''
      : `<path d="M208 306c-26-118 38-172 112-172s138 54 112 172c-8-62-40-92-112-92s-104 30-112 92z" fill="${hair}"/>`
  const beard = hasBeard
    ? `<path d="M214 312c0 96 42 136 106 136s106-40 106-136c-14 46-46 60-106 60s-92-14-106-60z" fill="${hair}"/>`
    : ''
  return `${behind}<path d="M84 640c6-118 106-166 236-166s230 48 236 166z" fill="${style === 'scarf' ? dark : accent}"/><path d="M276 380h88v104c0 30-88 30-88 0z" fill="${skin}"/><ellipse cx="320" cy="302" rx="${style === 'scarf' ? 98 : 110}" ry="132" fill="${skin}"/>${beard}${front}`
}
