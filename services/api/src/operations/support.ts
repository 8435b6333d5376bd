import { approveSupport, endSupport, listSupport, refuseSupport } from '@silla/core'
import { offsetAndLimit, SupportAccessWire, serializeSupport } from '@silla/wire'
import { noBody } from './no-body.ts'
import { operation } from './operation.ts'
import { one, pageOf, pages } from './results.ts'

const tag = 'Support'
const path = '/soporte/'
const id = { description: 'The access', notFound: 'SUPPORT_NOT_FOUND' } as const

const unknownAccess = { SUPPORT_NOT_FOUND: 'no such access' } as const
const noLongerOwner = { PERMISSION_REQUIRED: 'somebody who was deactivated meanwhile' } as const

/** What owners do about the platform's support (D66). */
export const supportOperations = [
  operation({
    name: 'soporte.listar',
    tag,
    summary: 'List accesses of support',
    description:
      "Requests of the platform's support, and its accesses, with those that have ended.",
    rest: { method: 'GET', path },
    graphql: { field: 'accesos_soporte' },
    access: 'owner',
    result: pages(SupportAccessWire, { type: 'PaginaSoporte', order: 'Latest first' }),
    errors: {},
    run: (context, { page }) => listSupport(context, offsetAndLimit(page)),
    respond: ({ accesses, total }, _context, { page }) =>
      pageOf(accesses.map(serializeSupport), total, page),
  }),

  operation({
    name: 'soporte.aprobar',
    tag,
    summary: 'Let support in',
    description:
      'For 60 minutes from now, to read, or to change something too if that was requested. Repeating ' +
      'it changes nothing.',
    rest: { method: 'POST', path: `${path}:id/aprobar/` },
    graphql: { field: 'aprobar_soporte' },
    access: 'ownerWithPasskey',
    audit: 'support.approve',
    ids: { id },
    body: noBody,
    result: one(SupportAccessWire),
    errors: {
      ...noLongerOwner,
      ...unknownAccess,
      SUPPORT_DECIDED: 'it was refused, has expired or has ended',
    },
    run: (context, { ids }) => approveSupport(context, ids.id),
    respond: serializeSupport,
  }),

  operation({
    name: 'soporte.rechazar',
    tag,
    summary: 'Keep support out',
    description: 'Support can request it again. Repeating it changes nothing.',
    rest: { method: 'POST', path: `${path}:id/rechazar/` },
    graphql: { field: 'rechazar_soporte' },
    access: 'owner',
    audit: 'support.refuse',
    ids: { id },
    body: noBody,
    result: one(SupportAccessWire),
    errors: {
      ...noLongerOwner,
      ...unknownAccess,
      SUPPORT_DECIDED: 'it was approved, which `terminar` ends; has expired or has ended',
    },
    run: (context, { ids }) => refuseSupport(context, ids.id),
    respond: serializeSupport,
  }),

  operation({
    name: 'soporte.terminar',
    tag,
    summary: 'End an access of support',
    description:
      'Its token is refused within a second, and a change that is under way is finished or undone ' +
      'before. What has ended already stays as it is.',
    rest: { method: 'POST', path: `${path}:id/terminar/` },
    graphql: { field: 'terminar_soporte' },
    access: 'owner',
    audit: 'support.end',
    ids: { id },
    body: noBody,
    result: one(SupportAccessWire),
    errors: unknownAccess,
    run: (context, { ids }) => endSupport(context, ids.id),
    respond: serializeSupport,
  }),
]
