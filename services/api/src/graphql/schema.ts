import type { TSchema } from 'typebox'
import { components } from '../wire/components.ts'
import { NewBookingWire } from '../wire/new-booking.ts'
import { NewOrderWire } from '../wire/new-order.ts'
import { NewReviewWire } from '../wire/new-review.ts'
import { NewConfirmationWire, NewIntentWire } from '../wire/payment.ts'
import { ProfileChangeWire } from '../wire/profile.ts'
import {
  CodeWire,
  LogInWire,
  LogOutWire,
  RefreshWire,
  RegistrationWire,
  ResendWire,
} from '../wire/sign-in.ts'
import { fields, pageTypes } from './fields.ts'
import { mutations } from './mutations.ts'
import { scalarTypes } from './scalars.ts'
import { typesFromWire } from './types-from-wire.ts'

/** The whole graph in the schema language: shapes from the wire, and what can be asked of them. */
export const schemaText = [
  scalarTypes,
  fields,
  mutations,
  pageTypes,
  typesFromWire(components.filter(isResponseType), 'type'),
  typesFromWire(
    Object.entries({
      NuevaReserva: NewBookingWire,
      NuevoPedido: NewOrderWire,
      NuevaResena: NewReviewWire,
      NuevoIntent: NewIntentWire,
      ConfirmacionIntent: NewConfirmationWire,
      CambioPerfil: ProfileChangeWire,
      Registro: RegistrationWire,
      Acceso: LogInWire,
      CodigoOtp: CodeWire,
      ReenvioOtp: ResendWire,
      RenovacionSesion: RefreshWire,
      CierreSesion: LogOutWire,
    }).map(([name, schema]) => ({ ...schema, $id: name })),
    'input',
  ),
].join('\n\n')

/** What went wrong is told by GraphQL's own `errors`. */
function isResponseType(component: TSchema & { $id?: string }): boolean {
  return component.$id !== 'Fallo'
}
