import { auditedContext, type Identity, type StaffPrincipal } from '@silla/core'
import type { Principal } from '@silla/tenants'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What the audit log calls a change that a secret key, a member of staff or support makes (D8, D66); null: the request changes nothing,
     * or it is the customer who does. Each route that can write has it.
     */
    action?: AuditedAction | null
  }
}

/** What secret keys and staff can do, and what the id in the path, or of what is created, is called. */
const auditedActions = {
  'blocks.create': 'blockId',
  'blocks.delete': 'blockId',
  'bookings.arrive': 'bookingId',
  'bookings.cancel': 'bookingId',
  'bookings.change-lines': 'bookingId',
  'bookings.choose-messages': 'bookingId',
  'bookings.complete': 'bookingId',
  'bookings.confirm': 'bookingId',
  'bookings.create': 'bookingId',
  'bookings.no-show': 'bookingId',
  'bookings.reschedule': 'bookingId',
  'bookings.settle-absence': 'professionalId',
  'bookings.undo-arrival': 'bookingId',
  'calendars.create': 'feedId',
  'calendars.revoke': 'feedId',
  'customers.adjust-points': 'customerId',
  'customers.block': 'customerId',
  'customers.consents.record': 'customerId',
  'customers.create': 'customerId',
  'customers.merge': 'customerId',
  'customers.notes.create': 'customerId',
  'customers.notes.delete': 'customerId',
  'customers.notes.read-allergies': 'customerId',
  'customers.notes.update': 'customerId',
  'customers.unblock': 'customerId',
  'customers.update': 'customerId',
  'devices.end': 'deviceId',
  'devices.register': 'deviceId',
  'downloads.read': 'downloadId',
  'downloads.request': 'downloadId',
  'downloads.revoke': 'downloadId',
  'holds.create': 'holdId',
  'holds.extend': 'holdId',
  'holds.release': 'holdId',
  'imports.cancel': 'importId',
  'imports.create': 'importId',
  'passkeys.add': 'passkeyId',
  'passkeys.delete': 'passkeyId',
  'passkeys.rename': 'passkeyId',
  'payments.confirm': 'paymentId',
  'payments.charge-fee': 'bookingId',
  'payments.confirm-card': 'cardId',
  'payments.continue': 'accountId',
  'payments.intent': 'paymentId',
  'payments.refund': 'bookingId',
  'payments.request-card': 'cardId',
  'payments.waive-fee': 'bookingId',
  'pins.remove': 'pinId',
  'pins.set': 'pinId',
  'recovery.create': 'codeId',
  'sessions.end': 'sessionId',
  'settings.create': 'settingId',
  'settings.deactivate': 'settingId',
  'settings.delete': 'settingId',
  'settings.update': 'settingId',
  'staff.deactivate': 'staffId',
  'staff.invite': 'staffId',
  'staff.sessions': 'staffId',
  'staff.update': 'staffId',
  'support.approve': 'supportId',
  'support.end': 'supportId',
  'support.refuse': 'supportId',
  'till.charge': 'tillEntryId',
  'till.sell': 'orderId',
  'till.void': 'tillEntryId',
  'waitlist.accept': 'entryId',
  'waitlist.add': 'entryId',
  'waitlist.decline': 'entryId',
  'waitlist.remove': 'entryId',
  'webhooks.deliveries.redeliver': 'endpointId',
  'webhooks.endpoints.create': 'endpointId',
  'webhooks.endpoints.delete': 'endpointId',
  'webhooks.endpoints.rotate': 'endpointId',
  'webhooks.endpoints.update': 'endpointId',
  'webhooks.test': 'endpointId',
} as const

/** Named like the command that does the same, where there is one. */
export type AuditedAction = keyof typeof auditedActions

/**
 * Records what secret keys, members of staff and support change (D8, D66). Runs after the identity of the request is set.
 *
 * @throws Error when a route is added that can write and does not say what it is called
 */
export function addAudit(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const isReadOnly = [method].flat().every((each) => /^(GET|HEAD|OPTIONS)$/.test(each))
    if (!isReadOnly && config?.action === undefined)
      throw new Error(`${method} ${url} needs config.action, for the audit log`)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { action } = request.routeOptions.config
    if (action) auditRequest(request, action, request.params as PathParams)
    done()
  })
}

/**
 * From now on what the request changes is recorded once, and each read of health data, if the
 * business itself makes it.
 */
export function auditRequest(
  request: FastifyRequest,
  action: AuditedAction,
  { id, entrega, nota, sesion }: PathParams,
): void {
  const { context, principal } = request
  const actor = actorOf(context.identity, principal)
  if (actor === null) return
  const idName = auditedActions[action]
  const detail = {
    ...actor.detail,
    ...(id !== undefined && { [idName]: Number(id) }),
    ...(entrega !== undefined && { deliveryId: Number(entrega) }),
    ...(nota !== undefined && { noteId: Number(nota) }),
    ...(sesion !== undefined && { endedSessionId: Number(sesion) }),
  }
  request.context = auditedContext(
    context,
    {
      operator: actor.operator,
      ...(actor.staffId !== undefined && { staffId: actor.staffId }),
      ...(actor.supportId !== undefined && { supportId: actor.supportId }),
      action,
      detail,
      createdIdName: id === undefined ? idName : null,
    },
    () => request.hasCommitted || request.context.idempotentRequest?.repeated === true,
  )
}

/** Who acts for the business; null: nobody does. */
function actorOf(identity: Identity, principal: Principal): Actor | null {
  const { name, keyId } = principal
  switch (identity.kind) {
    case 'business':
      return { operator: `key ${name}`, detail: { keyId } }
    case 'staff': {
      const { staffId, sessionId } = identity
      const { deviceName: device } = principal as StaffPrincipal
      return { operator: `staff ${name}`, staffId, detail: { staffId, sessionId, device } }
    }
    case 'support':
      return { operator: `support ${name}`, supportId: identity.supportId, detail: {} }
    default:
      return null
  }
}

interface Actor {
  operator: string
  staffId?: number
  supportId?: number
  detail: Record<string, unknown>
}

interface PathParams {
  id?: unknown
  entrega?: unknown
  nota?: unknown
  sesion?: unknown
}
