import type { Rejection } from '../twilio/errors.ts'
import { whatsappError } from './errors.ts'
import type { SendMessageBody } from './send-message-body.ts'

export type TemplateStatus = 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED'

/** A template of the business, in one language. */
export interface FakeTemplate {
  name: string
  language: string
  /** With its parameters in their places: `{{1}}`. */
  body: string
  /** Default: approved. */
  status?: TemplateStatus
}

/** The text of a template with its parameters, or Meta's error. */
export function renderTemplate(
  templates: ReadonlyMap<string, FakeTemplate>,
  { name, language, components = [] }: SendMessageBody['template'],
): { text: string; parameters: string[] } | Rejection {
  const template = templates.get(templateKey({ name, language: language.code }))
  const { status = 'APPROVED', body = '' } = template ?? {}
  // one that is not approved does not exist for those who send
  if (template === undefined || status === 'PENDING' || status === 'REJECTED')
    return whatsappError(132001, `template name (${name}) does not exist in ${language.code}`)
  if (status === 'PAUSED') return whatsappError(132015)
  if (status === 'DISABLED') return whatsappError(132016)
  const parameters = (components[0]?.parameters ?? []).map(({ text }) => text)
  const expected = new Set(body.match(/\{\{\d+\}\}/g)).size
  if (parameters.length !== expected)
    return whatsappError(
      132000,
      `body: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected})`,
    )
  const text = body.replace(/\{\{(\d+)\}\}/g, (_, index) => parameters[Number(index) - 1] ?? '')
  return text.length > 1024 ? whatsappError(132005) : { text, parameters }
}

export const templateKey = ({ name, language }: Pick<FakeTemplate, 'name' | 'language'>): string =>
  `${name} ${language}`
