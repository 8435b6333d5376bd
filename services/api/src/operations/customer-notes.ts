import { createNote, deleteNote, listAllergies, recordConsent, updateNote } from '@silla/core'
import {
  AllergiesWire,
  CustomerNoteWire,
  DeletedNoteWire,
  NewConsentWire,
  NewNoteWire,
  NoteChangeWire,
  parseNewConsent,
  parseNewNote,
  parseNoteChange,
  RecordedConsentWire,
  serializeDeletedNote,
  serializeNote,
  serializeRecordedConsent,
} from '@silla/wire'
import { customerId, unknownCustomer } from './customers.ts'
import { type OperationContext, operation } from './operation.ts'
import { one } from './results.ts'

const tag = 'Customers'
const path = '/clientes/:id/'
const noteId = { description: 'The note', notFound: 'NOTE_NOT_FOUND' } as const

const healthErrors = {
  PERMISSION_REQUIRED:
    'a member of staff without the permission, which `permiso` names; an allergy needs `clientes.salud` too',
  CONSENT_REQUIRED: 'an allergy without the consent `salud`',
  HEALTH_NOTES_NOT_CONFIGURED:
    'an allergy, and the platform has no key to encrypt it with; its operator has to set one',
} as const

const secretsKeysOf = ({ options }: OperationContext) => options.endpoints.secretsKeys

/** Notes about customers, and what customers agree to (D74). */
export const customerNoteOperations = [
  operation({
    name: 'notas.crear',
    tag,
    summary: 'Add a note about a customer',
    description:
      'A note, the formula of a colour, a preference or an allergy. An allergy is data about ' +
      'health: it needs the consent `salud`, is stored encrypted, and is not on the card.',
    rest: { method: 'POST', path: `${path}notas/`, status: 201 },
    graphql: { field: 'crear_nota', input: 'NuevaNota' },
    access: 'customers.notes',
    audit: 'customers.notes.create',
    ids: { id: customerId },
    body: { schema: NewNoteWire, parse: parseNewNote },
    result: one(CustomerNoteWire),
    errors: {
      ...unknownCustomer,
      ...healthErrors,
      NOTE_NOT_FOUND: 'a repetition with its `Idempotency-Key`, after the note was deleted',
    },
    idempotent: true,
    run: (context, { ids, body }) =>
      createNote(context, secretsKeysOf(context), { customerId: ids.id, ...body }),
    respond: serializeNote,
  }),

  operation({
    name: 'notas.cambiar',
    tag,
    summary: 'Change a note about a customer',
    description: 'Replaces its text.',
    rest: { method: 'PUT', path: `${path}notas/:nota/` },
    graphql: { field: 'actualizar_nota', input: 'CambioNota' },
    access: 'customers.notes',
    audit: 'customers.notes.update',
    ids: { id: customerId, nota: noteId },
    body: { schema: NoteChangeWire, parse: parseNoteChange },
    result: one(CustomerNoteWire),
    errors: {
      ...unknownCustomer,
      NOTE_NOT_FOUND: 'no such note of this customer',
      ...healthErrors,
    },
    run: (context, { ids, body: text }) =>
      updateNote(context, secretsKeysOf(context), { customerId: ids.id, id: ids.nota, text }),
    respond: serializeNote,
  }),

  operation({
    name: 'notas.borrar',
    tag,
    summary: 'Delete a note about a customer',
    description: '',
    rest: { method: 'DELETE', path: `${path}notas/:nota/` },
    graphql: { field: 'borrar_nota' },
    access: 'customers.notes',
    audit: 'customers.notes.delete',
    ids: { id: customerId, nota: noteId },
    result: one(DeletedNoteWire),
    errors: {
      ...unknownCustomer,
      NOTE_NOT_FOUND: 'no such note of this customer, also when it was deleted before',
      PERMISSION_REQUIRED: healthErrors.PERMISSION_REQUIRED,
    },
    run: (context, { ids }) => deleteNote(context, { customerId: ids.id, id: ids.nota }),
    respond: serializeDeletedNote,
  }),

  operation({
    name: 'alergias.listar',
    tag,
    summary: "List a customer's allergies",
    description: 'Each read has an entry in the audit log.',
    rest: { method: 'GET', path: `${path}alergias/` },
    graphql: { field: 'alergias' },
    access: 'customers.health',
    audit: 'customers.notes.read-allergies',
    ids: { id: customerId },
    result: one(AllergiesWire),
    errors: {
      ...unknownCustomer,
      HEALTH_NOTES_NOT_CONFIGURED: healthErrors.HEALTH_NOTES_NOT_CONFIGURED,
    },
    run: (context, { ids }) => listAllergies(context, secretsKeysOf(context), ids.id),
    respond: (notes) => ({ items: notes.map(serializeNote) }),
  }),

  operation({
    name: 'consentimientos.registrar',
    tag,
    summary: 'Record a consent of a customer',
    description:
      'What a customer agrees to, or withdraws; earlier records stay. Withdrawing `salud` deletes ' +
      'the allergies. `marketing` becomes the choice in the account of the customer, too. `sms` and `whatsapp` ' +
      'are about messages to the number that the customer has: others who had agreed with it get none there any more.',
    rest: { method: 'POST', path: `${path}consentimientos/`, status: 201 },
    graphql: { field: 'registrar_consentimiento', input: 'NuevoConsentimiento' },
    access: 'customers.notes',
    audit: 'customers.consents.record',
    ids: { id: customerId },
    body: { schema: NewConsentWire, parse: parseNewConsent },
    result: one(RecordedConsentWire),
    errors: {
      ...unknownCustomer,
      MESSAGES_NEED_PHONE: '`sms` or `whatsapp` of a customer without a phone number',
    },
    idempotent: true,
    run: (context, { ids, body }) => recordConsent(context, { customerId: ids.id, ...body }),
    respond: serializeRecordedConsent,
  }),
]
