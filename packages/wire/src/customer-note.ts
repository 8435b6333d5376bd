import type {
  Consent,
  ConsentInput,
  ConsentKind,
  ConsentMeans,
  CustomerNote,
  NoteKind,
} from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import {
  closed,
  count,
  flag,
  identifier,
  nullable,
  oneOf,
  optionalFlag,
  optionalText,
  ref,
  text,
  timestamp,
} from './schema.ts'

const maxNoteLength = 2000
const maxWordingLength = 1000

const noteWords = {
  note: 'nota',
  formula: 'formula',
  preference: 'preferencia',
  allergy: 'alergia',
} as const satisfies Record<NoteKind, string>

const consentWords = {
  marketing: 'marketing',
  health: 'salud',
  sms: 'sms',
  whatsapp: 'whatsapp',
} as const satisfies Record<ConsentKind, string>

const meansWords = {
  in_person: 'presencial',
  paper: 'papel',
  phone: 'telefono',
  email: 'email',
  online: 'web',
  message: 'respuesta',
  reassigned: 'reasignado',
} as const satisfies Record<ConsentMeans, string>

const noteKinds = Object.values(noteWords)
const consentKinds = Object.values(consentWords)
const means = Object.values(meansWords)
/** Those that a request can have: replies and new owners of a number are recorded by Silla. */
const recordedMeans = means.filter((word) => word !== 'respuesta' && word !== 'reasignado')

export const CustomerNoteWire = closed(
  {
    id: identifier('The note'),
    tipo: oneOf(noteKinds, 'What it is about; an allergy is data about health'),
    texto: nullable(text('Text; null for an allergy that cannot be decrypted')),
    created_at: timestamp('Creation time'),
    updated_at: timestamp('Time of the last change'),
  },
  { $id: 'NotaCliente', description: 'A note of the business about a customer' },
)

export const AllergiesWire = closed(
  { items: Type.Array(ref(CustomerNoteWire), { description: 'Oldest first' }) },
  { $id: 'AlergiasCliente', description: 'The allergies of a customer' },
)

export const DeletedNoteWire = closed(
  { id: identifier('The note'), borrada_en: timestamp('Time of the deletion') },
  { $id: 'NotaBorrada', description: 'A note that was deleted' },
)

const noteText = text(`Text, up to ${maxNoteLength} characters; not empty`)

export const NewNoteWire = closed(
  { tipo: oneOf(noteKinds, 'What it is about'), texto: noteText },
  {
    description: 'A note about a customer',
    examples: [{ tipo: 'formula', texto: '6.1 con 20 vol., 35 minutos' }],
  },
)

export const NoteChangeWire = closed(
  { texto: noteText },
  { description: 'The new text', examples: [{ texto: '6.1 con 30 vol., 30 minutos' }] },
)

const consentFields = {
  tipo: oneOf(
    consentKinds,
    'What it is about: marketing, data about health, or messages about bookings by `sms` or `whatsapp` to the number of the customer',
  ),
  otorgado: flag('Whether they agree; false: they withdraw it'),
  medio: oneOf(
    means,
    'How they said so; `respuesta`: by a reply to a message, `reasignado`: another customer has the number now',
  ),
}

export const NewConsentWire = closed(
  {
    ...consentFields,
    numero_compartido: optionalFlag(
      'Of `sms` and `whatsapp`: others use the number, too, as in a family, and what they have agreed to ' +
        'stays; without it, it is the number of this customer alone from now on',
    ),
    medio: oneOf(recordedMeans, 'How they said so'),
    texto: optionalText(
      `What they agree to, in the words that they read or heard. Up to ${maxWordingLength} characters`,
    ),
  },
  {
    description: 'What a customer agrees to, or withdraws',
    examples: [{ tipo: 'salud', otorgado: true, medio: 'presencial' }],
  },
)

const recordedFields = {
  id: identifier('The record'),
  ...consentFields,
  texto: text('What they agree to; may be empty'),
  telefono: text('The number that messages may go to; empty where it is about none'),
  created_at: timestamp('Time of the record'),
}

export const ConsentWire = closed(recordedFields, {
  $id: 'Consentimiento',
  description: 'What a customer has agreed to, or has withdrawn',
})

export const RecordedConsentWire = closed(
  {
    ...recordedFields,
    alergias_borradas: count('How many allergies were deleted, without the consent to them'),
  },
  { $id: 'ConsentimientoRegistrado', description: 'A consent that was recorded' },
)

export const customerNoteComponents = [
  CustomerNoteWire,
  AllergiesWire,
  DeletedNoteWire,
  ConsentWire,
  RecordedConsentWire,
]

export function parseNewNote(body: Static<typeof NewNoteWire>): { kind: NoteKind; text: string } {
  return { kind: keyOf(noteWords, body.tipo), text: parseNoteChange(body) }
}

/** The text of a note. */
export function parseNoteChange({ texto }: Static<typeof NoteChangeWire>): string {
  const problems: FieldProblem[] = []
  const rule = { maxLength: maxNoteLength, required: true }
  const noteText = parseBodyText('texto', texto, rule, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return noteText
}

export function parseNewConsent(
  body: Static<typeof NewConsentWire>,
): Omit<ConsentInput, 'customerId'> {
  const problems: FieldProblem[] = []
  const wording = parseBodyText('texto', body.texto, { maxLength: maxWordingLength }, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    kind: keyOf(consentWords, body.tipo),
    granted: body.otorgado,
    isNumberShared: body.numero_compartido ?? false,
    means: keyOf(meansWords, body.medio),
    wording,
  }
}

export const serializeNote = (note: CustomerNote): Static<typeof CustomerNoteWire> => ({
  id: note.id,
  tipo: noteWords[note.kind],
  texto: note.text,
  created_at: note.createdAt.toISOString(),
  updated_at: note.updatedAt.toISOString(),
})

export const serializeDeletedNote = ({
  id,
  deletedAt,
}: {
  id: number
  deletedAt: Date
}): Static<typeof DeletedNoteWire> => ({ id, borrada_en: deletedAt.toISOString() })

export const serializeConsent = (consent: Consent): Static<typeof ConsentWire> => ({
  id: consent.id,
  tipo: consentWords[consent.kind],
  otorgado: consent.granted,
  medio: meansWords[consent.means],
  texto: consent.wording,
  telefono: consent.phone,
  created_at: consent.recordedAt.toISOString(),
})

export const serializeRecordedConsent = (
  consent: Consent & { deletedAllergies: number },
): Static<typeof RecordedConsentWire> => ({
  ...serializeConsent(consent),
  alergias_borradas: consent.deletedAllergies,
})

/** The name of a word; the schema has checked that it is one of them. */
const keyOf = <Key extends string>(words: Readonly<Record<Key, string>>, word: string): Key =>
  (Object.keys(words) as Key[]).find((key) => words[key] === word) as Key
