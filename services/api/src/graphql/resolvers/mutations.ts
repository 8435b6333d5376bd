import {
  type BusinessTransition,
  businessOnly,
  cancelBooking,
  createBooking,
  createOrder,
  emailKey,
  eraseCustomer,
  logIn,
  logOut,
  register,
  renewSession,
  resendCode,
  reviewBooking,
  signedInCustomer,
  today,
  transitionBooking,
  updateProfile,
  verifyCode,
} from '@silla/core'
import { normalizeAndValidate } from '../../plugins/body.ts'
import { serializeBooking, serializeBookingDetail } from '../../wire/booking.ts'
import {
  NewCancellationWire,
  parseNewCancellation,
  serializeCancellation,
} from '../../wire/cancellation.ts'
import { NewBookingWire, parseNewBooking } from '../../wire/new-booking.ts'
import { NewOrderWire, parseNewOrder } from '../../wire/new-order.ts'
import { NewReviewWire, parseNewReview } from '../../wire/new-review.ts'
import { NewTransitionWire, parseNewTransition } from '../../wire/new-transition.ts'
import { serializeOrder } from '../../wire/order.ts'
import { serializeReview } from '../../wire/professional.ts'
import {
  ProfileChangeWire,
  parseProfileChange,
  serializeErasure,
  serializeProfile,
} from '../../wire/profile.ts'
import {
  CodeWire,
  LogInWire,
  LogOutWire,
  parseLogIn,
  parseRegistration,
  RefreshWire,
  RegistrationWire,
  ResendWire,
  serializeChallenge,
  serializeSignedIn,
} from '../../wire/sign-in.ts'
import type { GraphqlContext } from '../context.ts'
import { bookingIdOf, inputOf, runIdempotent } from '../mutation-helpers.ts'
import type { Args, Resolvers } from '../resolver-types.ts'

/**
 * What can be done: each reads, runs and shows what its REST twin does, under the twin's name where
 * a key makes it happen once.
 */
export const mutationResolvers: Resolvers = {
  Mutation: {
    async crear_reserva(_, args, requested) {
      const body = inputOf(requested, NewBookingWire, args)
      const input = parseNewBooking(body, {
        country: requested.catalog.business.address.country,
        language: requested.locale.message,
        signedIn: requested.caller.identity.kind === 'customer',
      })
      const query = { ...input, askedFrom: requested.request.clientAddress() }
      const view = await runIdempotent(requested, '/reservas/crear', body, (context) =>
        createBooking(context, query),
      )
      return serializeBooking(view, requested.locale)
    },
    async cancelar_reserva(_, { id, ...sent }, asked) {
      const bookingId = bookingIdOf(id)
      const body = normalizeAndValidate(asked.request, NewCancellationWire, sent)
      const params = { bookingId, ...parseNewCancellation(body) }
      return serializeCancellation(
        await runIdempotent(asked, `/reservas/${bookingId}/cancelar`, body, (requestContext) =>
          cancelBooking(requestContext, params),
        ),
      )
    },
    confirmar_reserva: (_, args, asked) => transition(asked, args, 'confirm', 'confirmar'),
    completar_reserva: (_, args, asked) => transition(asked, args, 'complete', 'completar'),
    marcar_no_show: (_, args, asked) => transition(asked, args, 'no_show', 'no-show'),
    async crear_resena(_, args, asked) {
      const bookingId = bookingIdOf(args.id)
      const body = inputOf(asked, NewReviewWire, args)
      const ask = { bookingId, ...parseNewReview(body) }
      return serializeReview(
        await runIdempotent(asked, `/reservas/${bookingId}/resena`, body, (caller) =>
          reviewBooking(caller, ask),
        ),
      )
    },
    async crear_pedido(_, args, asked) {
      const body = inputOf(asked, NewOrderWire, args)
      const ask = parseNewOrder(body)
      const order = await runIdempotent(asked, '/pedidos', body, (caller) =>
        createOrder(caller, ask),
      )
      return serializeOrder(order, asked.catalog, asked.locale)
    },
    async registro(_, args, asked) {
      const { country } = asked.catalog.business.address
      const ask = parseRegistration(inputOf(asked, RegistrationWire, args), {
        country,
        language: asked.locale.message,
      })
      await asked.reply.limitAccount('auth', emailKey(ask.email))
      return serializeChallenge(await register(asked.caller, asked.options.credentials, ask))
    },
    async login(_, args, asked) {
      const ask = { ...parseLogIn(inputOf(asked, LogInWire, args)), language: asked.locale.message }
      await asked.reply.limitAccount('auth', emailKey(ask.email))
      return serializeChallenge(await logIn(asked.caller, asked.options.credentials, ask))
    },
    async verificar_otp(_, args, { caller, options, ...asked }) {
      const { otp_id: challengeId, codigo } = inputOf(asked, CodeWire, args)
      return serializeSignedIn(
        await verifyCode(caller, options.credentials, { challengeId, code: codigo.trim() }),
      )
    },
    async reenviar_otp(_, args, { caller, options, ...asked }) {
      const { otp_id: challengeId } = inputOf(asked, ResendWire, args)
      return serializeChallenge(await resendCode(caller, options.credentials, { challengeId }))
    },
    async renovar_sesion(_, args, { caller, options, ...asked }) {
      const { refresh_token: refreshToken } = inputOf(asked, RefreshWire, args)
      return serializeSignedIn(await renewSession(caller, options.credentials, { refreshToken }))
    },
    async cerrar_sesion(_, args, { caller, ...asked }) {
      const { refresh_token } = inputOf(asked, LogOutWire, args)
      await logOut(caller, { refreshToken: refresh_token ?? null })
      return { sesion_cerrada: true }
    },
    async actualizar_perfil(_, args, asked) {
      const { customerId } = signedInCustomer(asked.caller)
      const ask = parseProfileChange(inputOf(asked, ProfileChangeWire, args), {
        country: asked.catalog.business.address.country,
        today: today(asked.catalog, asked.caller.clock),
      })
      if (ask.password !== null) await asked.reply.limitAccount('auth', `customer ${customerId}`)
      return serializeProfile(await updateProfile(asked.caller, asked.options.credentials, ask))
    },
    borrar_perfil: async (_, _args, { caller }) => serializeErasure(await eraseCustomer(caller)),
  },
}

async function transition(
  asked: GraphqlContext,
  { id, ...sent }: Args,
  move: BusinessTransition,
  step: string,
) {
  businessOnly(asked.caller)
  const bookingId = bookingIdOf(id)
  const body = normalizeAndValidate(asked.request, NewTransitionWire, sent)
  const ask = { bookingId, move, ...parseNewTransition(body) }
  const view = await runIdempotent(asked, `/reservas/${bookingId}/${step}`, body, (caller) =>
    transitionBooking(caller, ask),
  )
  return serializeBookingDetail(view, asked.locale)
}
