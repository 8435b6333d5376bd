import { Flags } from '@oclif/core'
import { languages } from '@silla/locale'

/** What a visit consists of; `--professional` differs by command. */
export const serviceFlags = {
  service: Flags.string({
    description:
      'A service: id, name or handle. Repeat it for several services, in the order they are ' +
      'done; up to 10.',
    exclusive: ['line'],
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'SERVICE',
  }),
  line: Flags.string({
    description:
      'A service and who does it, where several people take part; in place of --service and ' +
      '--professional. Repeat it in the order they are done.',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'SERVICE=PROFESSIONAL',
  }),
}

/** Who comes; whether an email address is needed differs by command. */
export const visitorFlags = {
  name: Flags.string({
    description: 'The name of the customer; up to 120 characters.',
    required: true,
    helpValue: 'NAME',
  }),
  phone: Flags.string({
    description: "The phone number of the customer, in any format of the salon's country.",
    helpValue: 'PHONE',
  }),
  notes: Flags.string({
    description: 'Notes for the professional; up to 1000 characters.',
    helpValue: 'TEXT',
  }),
  language: Flags.option({
    options: languages,
    description: "The language of the emails to the customer; default: the salon's main language.",
  })(),
}
