/**
 * One issue that a scan of an app must report. `null` stands for any value: a flaw of the whole
 * origin is the same issue wherever it is seen.
 */
export type Expected = Readonly<{
  check_id: string
  method: string | null
  path: string | null
  parameter: string | null
  cause: string
  /** False: true if reported, but the flaw is proved well enough by another row. */
  must: boolean
}>

/** A place that looks flawed and is not, with the reason. Any finding there is a false alarm. */
export type Clean = Readonly<{ path: string; parameter: string | null; why: string }>

export type Truth = Readonly<{ expected: readonly Expected[]; clean: readonly Clean[] }>

type Place = readonly [method: string, path: string, parameter: string]

export const must = (check_id: string, place: Place, cause: string): Expected =>
  entry(check_id, place, cause, true)
export const may = (check_id: string, place: Place, cause: string): Expected =>
  entry(check_id, place, cause, false)
export const ofOrigin = (check_id: string, cause: string): Expected => ({
  check_id,
  method: null,
  path: null,
  parameter: null,
  cause,
  must: true,
})
/** A flaw of one address, under whatever method and parameter it is reported. */
export const atPath = (check_id: string, path: string, cause: string): Expected => ({
  check_id,
  method: null,
  path,
  parameter: null,
  cause,
  must: true,
})

/** A flaw that a file or page has as a whole: any parameter will do. */
export const ofPage = (check_id: string, path: string, cause: string): Expected => ({
  check_id,
  method: 'GET',
  path,
  parameter: null,
  cause,
  must: true,
})
/** The same row, right when reported and not missed when not. */
export const optional = (expected: Expected): Expected => ({ ...expected, must: false })

/** Whatever reaches a statement can also be joined to it, or made to wait: right when reported. */
export const alsoByOtherMeans = (expected: readonly Expected[]): readonly Expected[] =>
  expected
    .filter(({ check_id }) => check_id.startsWith('sqli.'))
    .flatMap((row) =>
      ['sqli.error', 'sqli.boolean', 'sqli.union', 'sqli.time'].map((check_id) =>
        optional({ ...row, check_id }),
      ),
    )

const entry = (check_id: string, place: Place, cause: string, isMust: boolean): Expected => {
  const [method, path, parameter] = place
  return { check_id, method, path, parameter, cause, must: isMust }
}
