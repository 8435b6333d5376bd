import {
  createEndpoint,
  deleteEndpoint,
  findEndpoint,
  listDeliveries,
  listEndpoints,
  redeliver,
  rotateEndpointSecret,
  testEndpoint,
  updateEndpoint,
} from '@silla/core'
import {
  CreatedEndpointWire,
  DeletedEndpointWire,
  DeliveryWire,
  deliveryFilterParams,
  EndpointChangeWire,
  EndpointWire,
  NewEndpointWire,
  offsetAndLimit,
  parseDeliveryState,
  parseEndpointChange,
  parseNewEndpoint,
  RotatedSecretWire,
  serializeCreatedEndpoint,
  serializeDeletedEndpoint,
  serializeDelivery,
  serializeEndpoint,
  serializeRotatedSecret,
} from '@silla/wire'
import { noBody } from './no-body.ts'
import { operation } from './operation.ts'
import { one, pageOf, pages } from './results.ts'

const tag = 'Webhooks'
const path = '/webhooks/endpoints/'
const endpointId = { description: 'The endpoint', notFound: 'ENDPOINT_NOT_FOUND' } as const
const unknownEndpoint = { ENDPOINT_NOT_FOUND: 'no such endpoint' }
/**
 * Where the events of the business are delivered (D42). An `Idempotency-Key` is ignored here: a
 * stored response would contain the secret.
 */
export const eventEndpointOperations = [
  operation({
    name: 'endpoints.crear',
    tag,
    summary: 'Create an endpoint',
    description:
      'Events that happen from now on are delivered to it. The response is the only one with the ' +
      'secret. At most ten.',
    rest: { method: 'POST', path, status: 201 },
    graphql: { field: 'crear_endpoint', input: 'NuevoEndpoint' },
    access: 'integrations',
    audit: 'webhooks.endpoints.create',
    body: { schema: NewEndpointWire, parse: parseNewEndpoint },
    result: one(CreatedEndpointWire),
    errors: {
      VALIDATION_ERROR: 'among others: a type that does not exist, or one given twice',
      ENDPOINTS_NOT_CONFIGURED:
        'the platform has no key to encrypt secrets with; its operator has to set one',
      INVALID_URL:
        'nothing may be delivered there; `error.detalles` has the reason: not `https`, another port, no such host, an address that is not public',
      ENDPOINT_LIMIT_REACHED: 'the salon has ten endpoints',
    },
    limit: 'create',
    weight: 'none',
    run: (context, { body }) => createEndpoint(context, context.options.endpoints, body),
    respond: serializeCreatedEndpoint,
  }),

  operation({
    name: 'endpoints.listar',
    tag,
    summary: 'List endpoints',
    description: 'In the order in which they were created.',
    rest: { method: 'GET', path },
    graphql: { field: 'endpoints' },
    access: 'integrations',
    result: pages(EndpointWire, { type: 'PaginaEndpoints', order: 'Oldest first' }),
    errors: {},
    run: listEndpoints,
    respond: (all, _context, { page }) => {
      const { offset, limit } = offsetAndLimit(page)
      return pageOf(all.slice(offset, offset + limit).map(serializeEndpoint), all.length, page)
    },
  }),

  operation({
    name: 'endpoints.ver',
    tag,
    summary: 'Get an endpoint',
    description: 'Without its secret.',
    rest: { method: 'GET', path: `${path}:id/` },
    graphql: { field: 'endpoint' },
    access: 'integrations',
    ids: { id: endpointId },
    result: one(EndpointWire),
    errors: unknownEndpoint,
    run: (context, { ids }) => findEndpoint(context, ids.id),
    respond: serializeEndpoint,
  }),

  operation({
    name: 'endpoints.cambiar',
    tag,
    summary: 'Change an endpoint',
    description:
      'Absent fields stay unchanged. Switched off, its pending deliveries become `fallida`; ' +
      'switched on again it gets events that happen from then on.',
    rest: { method: 'PUT', path: `${path}:id/` },
    graphql: { field: 'actualizar_endpoint', input: 'CambioEndpoint' },
    access: 'integrations',
    audit: 'webhooks.endpoints.update',
    ids: { id: endpointId },
    body: { schema: EndpointChangeWire, parse: parseEndpointChange },
    result: one(EndpointWire),
    errors: {
      ...unknownEndpoint,
      INVALID_URL: 'nothing may be delivered there; `error.detalles` has the reason',
    },
    weight: 'none',
    run: (context, { ids, body: change }) =>
      updateEndpoint(context, context.options.endpoints, { id: ids.id, change }),
    respond: serializeEndpoint,
  }),

  operation({
    name: 'endpoints.borrar',
    tag,
    summary: 'Delete an endpoint',
    description: 'With the log of its deliveries; nothing more is sent to it.',
    rest: { method: 'DELETE', path: `${path}:id/` },
    graphql: { field: 'borrar_endpoint' },
    access: 'integrations',
    audit: 'webhooks.endpoints.delete',
    ids: { id: endpointId },
    result: one(DeletedEndpointWire),
    errors: { ENDPOINT_NOT_FOUND: 'no such endpoint, also when it was deleted before' },
    run: (context, { ids }) => deleteEndpoint(context, ids.id),
    respond: serializeDeletedEndpoint,
  }),

  operation({
    name: 'endpoints.rotar_secreto',
    tag,
    summary: 'Rotate the secret of an endpoint',
    description:
      'Creates a new secret, which only this response contains. For 24 hours messages are signed ' +
      'with the previous one as well.',
    rest: { method: 'POST', path: `${path}:id/rotar/` },
    graphql: { field: 'rotar_secreto' },
    access: 'integrations',
    audit: 'webhooks.endpoints.rotate',
    ids: { id: endpointId },
    body: noBody,
    result: one(RotatedSecretWire),
    errors: {
      ...unknownEndpoint,
      ENDPOINTS_NOT_CONFIGURED: 'the platform has no key to encrypt secrets with',
    },
    run: (context, { ids }) => rotateEndpointSecret(context, context.options.endpoints, ids.id),
    respond: serializeRotatedSecret,
  }),

  operation({
    name: 'endpoints.probar',
    tag,
    summary: 'Test an endpoint',
    description:
      'Sends an event of the type `webhook.prueba` at once; it is attempted once. Whether it ' +
      'arrived is in the list of deliveries.',
    rest: { method: 'POST', path: `${path}:id/probar/`, status: 201 },
    graphql: { field: 'probar_endpoint' },
    access: 'integrations',
    audit: 'webhooks.test',
    ids: { id: endpointId },
    body: noBody,
    result: one(DeliveryWire),
    errors: { ...unknownEndpoint, ENDPOINT_DISABLED: 'the endpoint is switched off' },
    limit: 'webhookTest',
    run: (context, { ids }) => testEndpoint(context, ids.id),
    respond: (delivery, { tenant }) => serializeDelivery(delivery, tenant.businessId),
  }),

  operation({
    name: 'entregas.listar',
    tag,
    summary: 'List the deliveries of an endpoint',
    description: 'The log of the last 30 days, latest first, in pages.',
    rest: { method: 'GET', path: `${path}:id/entregas/` },
    graphql: { field: 'entregas' },
    access: 'integrations',
    ids: { id: endpointId },
    query: { params: deliveryFilterParams, parse: parseDeliveryState },
    result: pages(DeliveryWire, { type: 'PaginaEntregas', order: 'Latest first' }),
    errors: unknownEndpoint,
    weight: 'list',
    run: (context, { ids, query: state, page }) =>
      listDeliveries(context, { endpointId: ids.id, state, ...offsetAndLimit(page) }),
    respond: ({ deliveries, total }, { tenant }, { page }) =>
      pageOf(
        deliveries.map((delivery) => serializeDelivery(delivery, tenant.businessId)),
        total,
        page,
      ),
  }),

  operation({
    name: 'entregas.reenviar',
    tag,
    summary: 'Send a delivery again',
    description: 'At once, also one that was delivered.',
    rest: { method: 'POST', path: `${path}:id/entregas/:entrega/reenviar/` },
    graphql: { field: 'reenviar_entrega' },
    access: 'integrations',
    audit: 'webhooks.deliveries.redeliver',
    ids: {
      id: endpointId,
      entrega: { description: 'The delivery', notFound: 'DELIVERY_NOT_FOUND' },
    },
    body: noBody,
    result: one(DeliveryWire),
    errors: {
      ...unknownEndpoint,
      ENDPOINT_DISABLED: 'the endpoint is switched off',
      DELIVERY_NOT_FOUND: 'no such delivery of this endpoint',
    },
    run: (context, { ids }) => redeliver(context, { endpointId: ids.id, deliveryId: ids.entrega }),
    respond: (delivery, { tenant }) => serializeDelivery(delivery, tenant.businessId),
  }),
]
