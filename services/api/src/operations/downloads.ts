import { findDownload, requestDownload, revokeDownload } from '@silla/core'
import { SalonDownloadWire, serializeSalonDownload } from '@silla/wire'
import { noBody } from './no-body.ts'
import { operation } from './operation.ts'
import { one } from './results.ts'

const tag = 'Settings'
const path = '/ajustes/descarga/'
const noLongerOwner = { PERMISSION_REQUIRED: 'somebody who was deactivated meanwhile' } as const

/** Everything of the salon for its owner (D68). The file itself: downloads/download-routes.ts. */
export const downloadOperations = [
  operation({
    name: 'ajustes.descarga.ver',
    tag,
    summary: "Get the link to the salon's data",
    description:
      'What has become of the link that the owner who is signed in has requested. It does not contain the link.',
    rest: { method: 'GET', path },
    graphql: { field: 'descarga_datos' },
    access: 'owner',
    result: one(SalonDownloadWire),
    errors: {},
    run: findDownload,
    respond: serializeSalonDownload,
  }),

  operation({
    name: 'ajustes.descarga.pedir',
    tag,
    summary: "Request a link to the salon's data",
    description:
      'Sends the owner who is signed in an email with a link to download everything of the salon. It works for 24 hours, for this owner alone, and replaces the one before.',
    rest: { method: 'POST', path },
    graphql: { field: 'pedir_descarga' },
    access: 'ownerWithPasskey',
    audit: 'downloads.request',
    body: noBody,
    result: one(SalonDownloadWire),
    errors: {
      ...noLongerOwner,
      RATE_LIMIT_EXCEEDED:
        'too many requests, or another link was requested less than an hour ago; `Retry-After` says how long to wait',
    },
    idempotent: true,
    run: requestDownload,
    respond: serializeSalonDownload,
  }),

  operation({
    name: 'ajustes.descarga.anular',
    tag,
    summary: "Revoke the link to the salon's data",
    description:
      'The link of the owner who is signed in stops working. A download that has begun goes on. Repeating it changes nothing.',
    rest: { method: 'DELETE', path },
    graphql: { field: 'anular_descarga' },
    access: 'owner',
    audit: 'downloads.revoke',
    result: one(SalonDownloadWire),
    errors: {},
    run: revokeDownload,
    respond: serializeSalonDownload,
  }),
]
