import { Type } from 'typebox'

// The parts of Twilio's resources that Silla reads.

/** SM: text, MM: with media. */
export const messageSid = /^(SM|MM)[0-9a-f]{32}$/

export const CreatedShape = Type.Object({ sid: Type.String({ pattern: messageSid.source }) })

const nullable = (pattern: string) => Type.Union([Type.String({ pattern }), Type.Null()])

export const MessageShape = Type.Object({
  price: nullable('^-?\\d{1,6}([.]\\d{1,8})?$'),
  price_unit: nullable('^[A-Za-z]{3}$'),
})

export const ErrorShape = Type.Object({ code: Type.Integer({ minimum: 1, maximum: 999_999 }) })
