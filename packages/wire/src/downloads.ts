import type { SalonDownload } from '@silla/core'
import { type Static, Type } from 'typebox'
import { closed, nullable, oneOf, text, timestamp } from './schema.ts'

// The link with which an owner downloads everything of the salon (D68).

const stateWords = {
  none: 'ninguna',
  valid: 'vigente',
  expired: 'caducada',
  revoked: 'anulada',
} as const satisfies Record<SalonDownload['state'], string>

export const SalonDownloadWire = closed(
  {
    estado: oneOf(
      Object.values(stateWords),
      '`ninguna`: none was requested; `vigente`: the link can be used; `anulada`: it was revoked',
    ),
    email: text('Where the link is sent: the confirmed email of the owner who is signed in'),
    solicitada_en: nullable(timestamp('When it was requested; null: none was')),
    enviada_en: nullable(
      timestamp('When the email was sent; null: it waits, or could not be sent'),
    ),
    caduca_en: nullable(timestamp('Until when the link works; null: none was requested')),
    descargada_en: nullable(timestamp('When the link was last used; null: it was not')),
    otra_desde: nullable(timestamp('From when another one can be requested; null: now')),
  },
  {
    $id: 'DescargaDatos',
    description: 'The link with which an owner downloads everything of the salon',
    examples: [
      {
        estado: 'vigente',
        email: 'lola@example.com',
        solicitada_en: '2030-03-04T09:00:00.000Z',
        enviada_en: '2030-03-04T09:00:02.000Z',
        caduca_en: '2030-03-05T09:00:00.000Z',
        descargada_en: null,
        otra_desde: '2030-03-04T10:00:00.000Z',
      },
    ],
  },
)

export const downloadComponents = [SalonDownloadWire]

export const serializeSalonDownload = (
  download: SalonDownload,
): Static<typeof SalonDownloadWire> => ({
  estado: stateWords[download.state],
  email: download.email,
  solicitada_en: download.requestedAt?.toISOString() ?? null,
  enviada_en: download.sentAt?.toISOString() ?? null,
  caduca_en: download.expiresAt?.toISOString() ?? null,
  descargada_en: download.downloadedAt?.toISOString() ?? null,
  otra_desde: download.nextAt?.toISOString() ?? null,
})

export const downloadHeaders = Type.Object({
  'x-descarga': Type.Optional(Type.String({ description: 'The token of the link' })),
})

export const SalonArchiveFile = Type.String({
  format: 'binary',
  description: 'A tar file with the rows of each table as compressed JSON lines',
})
