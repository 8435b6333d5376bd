import { Flags } from '@oclif/core'
import { csvFile, importFlags, readPairs } from '../../flags/import-flags.ts'
import { ImportCommand } from '../../import-command.ts'

export default class BookingsImport extends ImportCommand {
  static override summary = 'Import the bookings of another product from CSV'
  static override description =
    'Import the customers first. Visits that have not ended are confirmed and take their time, by the ' +
    'rules of bookings create; one whose time is taken is listed as a clash, and the rest goes on. ' +
    'Visits that are over become history, without points. Names of services and professionals that ' +
    'the salon does not have are listed before anything is written. Nothing is mailed. A second run ' +
    'changes nothing. Fields for --column: id, customerId, name, firstName, lastName, email, phone, ' +
    'start, date, time, end, duration, service, professional, price, status, notes.'
  static override examples = [
    '<%= config.bin %> bookings import barberia-centro appointments.csv --from fresha --map "Haircut=Corte" --map "Lunch=" --dry-run',
    '<%= config.bin %> bookings import barberia-centro appointments.csv --from fresha --map-file names.txt --yes --json',
  ]
  static override args = {
    file: csvFile,
  }
  static override flags = {
    ...importFlags,
    map: Flags.string({
      description:
        'What a service or professional of the file is called in the salon; nothing after the equals ' +
        'sign leaves its rows out. Repeatable.',
      helpValue: 'THEIRS=OURS',
      multiple: true,
      multipleNonGreedy: true,
      default: [],
    }),
    'map-file': Flags.string({
      description: 'A text file with such names, one THEIRS=OURS a line.',
      helpValue: 'FILE',
    }),
    dates: Flags.option({
      options: ['dmy', 'mdy'] as const,
      description:
        'How 04/03/2027 is read; default: mdy for a salon in the United States, else dmy.',
    })(),
    'match-names': Flags.boolean({
      description:
        'A row without id, email and phone is of the only imported customer with its name; without ' +
        'this flag it gets a customer of its own.',
    }),
    remind: Flags.boolean({
      description: 'Remind customers of these visits by email as of others.',
    }),
  }

  async run() {
    const { args, flags } = await this.parse(BookingsImport)
    const columns = readPairs('column', flags.column)
    const [{ importBookings }, { readBookingFile }, { readChunks, readTextFile }] =
      await Promise.all([
        import('@silla/core/imports/import-bookings'),
        import('@silla/core/imports/read-booking-file'),
        import('../../flags/read-text-file.ts'),
      ])
    const mapFile = flags['map-file']
    const lines = mapFile === undefined ? [] : (await readTextFile(mapFile)).split(/\r?\n/)
    const mapping = readPairs('map', [...flags.map, ...lines.filter((line) => line.trim() !== '')])
    const context = await this.operatorContext(flags.business, { source: flags.from })
    const input = {
      bytes: readChunks(args.file),
      encoding: flags.encoding,
      source: flags.from,
      columns,
    }
    const file = await readBookingFile(await context.tenant.catalog(), input, flags.dates ?? null)
    return this.carryOut(context, flags, (options) =>
      importBookings(context, file, {
        ...{ ...options, mapping },
        matchNames: flags['match-names'] === true,
        remind: flags.remind === true,
      }),
    )
  }
}
