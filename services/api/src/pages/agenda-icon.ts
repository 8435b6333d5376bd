import { crc32, deflateSync } from 'node:zlib'
import { agendaPath } from './agenda-path.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
  radius: number
  colour: number
}

const unit = 512

/** A day with visits; what matters is within the circle that a home screen may cut. */
const boxes: readonly Box[] = [
  { x: 0, y: 0, width: unit, height: unit, radius: 0, colour: 0x4338ca },
  { x: 136, y: 128, width: 104, height: 256, radius: 20, colour: 0xffffff },
  { x: 272, y: 128, width: 104, height: 112, radius: 20, colour: 0xa5b4fc },
  { x: 272, y: 272, width: 104, height: 112, radius: 20, colour: 0xffffff },
]

export const iconPath = `${agendaPath}/icono.svg`

export const iconSizes = [192, 512] as const

/** For devices that take no SVG to their home screen. */
export const pngIconPath = (size: number): string => `${agendaPath}/icono-${size}.png`

export const svgIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${unit} ${unit}">${boxes
  .map(
    ({ x, y, width, height, radius, colour }) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="#${colour.toString(16)}"/>`,
  )
  .join('')}</svg>`

/** @param size in pixels, of each side */
export function pngIcon(size: number): Buffer {
  const channels = 3
  const stride = 1 + size * channels
  const toPixel = (units: number) => Math.round((units * size) / unit)
  const rows = Buffer.alloc(stride * size)
  for (const box of boxes) {
    const [top, left] = [toPixel(box.y), toPixel(box.x)]
    const [bottom, right] = [toPixel(box.y + box.height), toPixel(box.x + box.width)]
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) {
        const share = shareOf(box, { x: column + 0.5, y: row + 0.5, scale: size / unit })
        const at = row * stride + 1 + column * channels
        for (let channel = 0; channel < channels; channel++) {
          const wanted = (box.colour >> (16 - 8 * channel)) & 0xff
          const before = rows[at + channel] ?? 0
          rows[at + channel] = Math.round(before + (wanted - before) * share)
        }
      }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2], 8) // bits of a channel, RGB
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** How much of a pixel a box covers, from its distance to the edge: 0 to 1. */
function shareOf(box: Box, { x, y, scale }: { x: number; y: number; scale: number }): number {
  const radius = box.radius * scale
  if (radius === 0) return 1
  const [halfWidth, halfHeight] = [(box.width * scale) / 2, (box.height * scale) / 2]
  const beyondX = Math.abs(x - box.x * scale - halfWidth) - halfWidth + radius
  const beyondY = Math.abs(y - box.y * scale - halfHeight) - halfHeight + radius
  if (beyondX <= 0 || beyondY <= 0) return 1
  return Math.min(Math.max(0.5 + radius - Math.hypot(beyondX, beyondY), 0), 1)
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
