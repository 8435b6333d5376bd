import { createHash } from 'node:crypto'

/** Colours of one picture. */
export interface Palette {
  ground: string
  dark: string
  accent: string
}

const palettes: readonly Palette[] = [
  { ground: '#efe6dc', dark: '#3d3a38', accent: '#b5563c' },
  { ground: '#e1ebe5', dark: '#2f4a44', accent: '#c98a4b' },
  { ground: '#e9e4ef', dark: '#463f5c', accent: '#b06a86' },
  { ground: '#f1e9d6', dark: '#4a3f2f', accent: '#8c2f39' },
  { ground: '#dfe8ef', dark: '#2c4154', accent: '#d08a5a' },
  { ground: '#f2e2df', dark: '#4b3535', accent: '#0b6e69' },
]

/** That of a name. */
export function paletteOf(name: string): Palette {
  const [byte = 0] = createHash('sha256').update(name).digest()
  return palettes[byte % palettes.length] as Palette
}
