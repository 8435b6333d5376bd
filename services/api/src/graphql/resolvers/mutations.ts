import {
  type BusinessTransition,
  businessOnly,
  cancelBooking,
  createBooking,
  createOrder,
  eraseCustomer,
  logIn,
  logOut,
  register,
  renewSession,
  rescheduleBooking,
  resendCode,
  signedInCustomer,
  today,
  transitionBooking,
  updateProfile,
  verifyCode,
} from '@silla/core'
import {
  CodeWire,
  LogInWire,
  LogOutWire,
  NewBookingWire,
  NewCancellationWire,
  NewOrderWire,
  NewTimeWire,
  NewTransitionWire,
  ProfileChangeWire,
  parseLogIn,
  parseNewBooking,
  parseNewCancellation,
  parseNewOrder,
  parseNewTime,
  parseNewTransition,
  parseProfileChange,
  parseRegistration,
  RefreshWire,
  RegistrationWire,
  ResendWire,
  serializeBooking,
  serializeBookingDetail,
  serializeCancellation,
  serializeChallenge,
  serializeErasure,
  serializeMovedBooking,
  serializeOrder,
  serializeProfile,
  serializeSignedIn,
} from '@silla/wire'
import { normalizeAndValidate } from '../../http/body.ts'
import { signInAccount } from '../../limits/sign-in-account.ts'
import { provenHold } from '../../operations/proven-hold.ts'
import type { GraphqlContext } from '../context.ts'
import { parseInput, requireBookingId, runIdempotent } from '../mutation-helpers.ts'
import type { Args, Resolvers } from '../resolver-types.ts'

/**
 * The mutations. Each parses, runs and serializes as its REST route does, and shares the scope of
 * its Idempotency-Key with that route.
 */
export const mutationResolvers: Resolvers = {
  Mutation: {
    async crear_reserva(_, args, context) {
      const { request, catalog, locale, identity } = context
      const body = parseInput(context, NewBookingWire, args)
      const input = parseNewBooking(body, {
        country: catalog.business.address.country,
        language: locale.message,
        signedIn: identity.kind === 'customer',
      })
      const { credentials } = context.options
      const holdId = body.retencion ? provenHold(context, credentials, body.retencion) : null
      const clientAddress = request.clientAddress()
      const booking = await runIdempotent(context, '/reservas/crear', body, (requestContext) =>
        createBooking(requestContext, { ...input, holdId, clientAddress }),
      )
      return serializeBooking(booking, locale)
    },
    async cancelar_reserva(_, { id, ...fields }, context) {
      const bookingId = requireBookingId(id)
      const body = normalizeAndValidate(context.request, NewCancellationWire, fields)
      const input = { bookingId, ...parseNewCancellation(body) }
      const path = `/reservas/${bookingId}/cancelar`
      return serializeCancellation(
        await runIdempotent(context, path, body, (requestContext) =>
          cancelBooking(requestContext, input),
        ),
      )
    },
    async reprogramar_reserva(_, { id, simular, ...args }, context) {
      const simulated = simular === true
      const body = parseInput(context, NewTimeWire, args)
      const newTime = parseNewTime(body)
      const bookingId = requireBookingId(id)
      const input = { bookingId, simulated, ...newTime }
      const path = `/reservas/${bookingId}/reprogramar`
      const booking = simulated
        ? await rescheduleBooking(context, input)
        : await runIdempotent(context, path, body, (requestContext) =>
            rescheduleBooking(requestContext, input),
          )
      return serializeMovedBooking(booking, input, context.locale)
    },
    confirmar_reserva: (_, args, context) => transition(context, args, 'confirm', 'confirmar'),
    completar_reserva: (_, args, context) => transition(context, args, 'complete', 'completar'),
    marcar_no_show: (_, args, context) => transition(context, args, 'no_show', 'no-show'),
    async crear_pedido(_, args, context) {
      const body = parseInput(context, NewOrderWire, args)
      const input = parseNewOrder(body)
      const order = await runIdempotent(context, '/pedidos', body, (requestContext) =>
        createOrder(requestContext, input),
      )
      return serializeOrder(order, context.catalog, context.locale)
    },
    async registro(_, args, context) {
      const input = parseRegistration(parseInput(context, RegistrationWire, args), {
        country: context.catalog.business.address.country,
        language: context.locale.message,
      })
      await context.reply.limitAccount('auth', signInAccount(input.email, 'code'))
      const clientAddress = context.request.clientAddress()
      return serializeChallenge(
        await register(context, context.options.credentials, { ...input, clientAddress }),
      )
    },
    async login(_, args, context) {
      const credentials = parseLogIn(parseInput(context, LogInWire, args))
      const method = credentials.password === null ? 'code' : 'password'
      await context.reply.limitAccount('auth', signInAccount(credentials.email, method))
      return serializeChallenge(
        await logIn(context, context.options.credentials, {
          ...credentials,
          language: context.locale.message,
          clientAddress: context.request.clientAddress(),
        }),
      )
    },
    async verificar_otp(_, args, context) {
      const { otp_id: challengeId, codigo } = parseInput(context, CodeWire, args)
      return serializeSignedIn(
        await verifyCode(context, context.options.credentials, {
          challengeId,
          code: codigo.trim(),
        }),
      )
    },
    async reenviar_otp(_, args, context) {
      const { otp_id: challengeId } = parseInput(context, ResendWire, args)
      return serializeChallenge(
        await resendCode(context, context.options.credentials, {
          challengeId,
          clientAddress: context.request.clientAddress(),
        }),
      )
    },
    async renovar_sesion(_, args, context) {
      const { refresh_token: refreshToken } = parseInput(context, RefreshWire, args)
      return serializeSignedIn(
        await renewSession(context, context.options.credentials, { refreshToken }),
      )
    },
    async cerrar_sesion(_, args, context) {
      const { refresh_token } = parseInput(context, LogOutWire, args)
      await logOut(context, { refreshToken: refresh_token ?? null })
      return { sesion_cerrada: true }
    },
    async actualizar_perfil(_, args, context) {
      const { customerId } = signedInCustomer(context)
      const input = parseProfileChange(parseInput(context, ProfileChangeWire, args), {
        country: context.catalog.business.address.country,
        today: today(context.catalog, context.clock),
      })
      if (input.password !== null)
        await context.reply.limitAccount('auth', `customer ${customerId}`)
      return serializeProfile(await updateProfile(context, context.options.credentials, input))
    },
    borrar_perfil: async (_, _args, context) => serializeErasure(await eraseCustomer(context)),
  },
}

async function transition(
  context: GraphqlContext,
  { id, ...fields }: Args,
  kind: BusinessTransition,
  action: string,
) {
  businessOnly(context)
  const bookingId = requireBookingId(id)
  const body = normalizeAndValidate(context.request, NewTransitionWire, fields)
  const input = { bookingId, transition: kind, ...parseNewTransition(body) }
  const path = `/reservas/${bookingId}/${action}`
  const booking = await runIdempotent(context, path, body, (requestContext) =>
    transitionBooking(requestContext, input),
  )
  return serializeBookingDetail(booking, context.locale)
}
