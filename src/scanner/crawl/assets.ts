import { isPackedText } from '../http/packed-file.ts'

export type AssetKind = 'script' | 'style' | 'image' | 'font' | 'media' | 'archive' | 'document'

const EXTENSIONS: readonly (readonly [kind: AssetKind, extensions: string])[] = [
  ['script', 'js mjs cjs'],
  ['style', 'css'],
  ['image', 'png jpg jpeg jfif gif webp avif ico cur bmp tif tiff svg svgz heic heif apng psd'],
  ['font', 'woff woff2 ttf otf eot'],
  ['media', 'mp3 mp4 m4a m4v webm ogg oga ogv wav flac aac avi mov mkv mpg mpeg m3u8 ts vtt srt'],
  ['archive', 'zip gz tgz bz2 xz 7z rar tar zst jar war apk dmg iso exe msi deb rpm pkg bin wasm'],
  ['document', 'pdf doc docx xls xlsx ppt pptx odt ods odp epub rtf'],
]
const KINDS: ReadonlyMap<string, AssetKind> = new Map(
  EXTENSIONS.flatMap(([kind, extensions]) =>
    extensions.split(' ').map((extension) => [extension, kind] as const),
  ),
)

/** What the extension of the path says; null for a page. */
export const assetKind = (url: URL): AssetKind | null => kindOfPath(url.pathname)

/** The same of a path, or of a mere file name. */
export function kindOfPath(path: string): AssetKind | null {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const dot = file.lastIndexOf('.')
  return dot === -1 ? null : (KINDS.get(file.slice(dot + 1).toLowerCase()) ?? null)
}

/** A file that no program answers for: no insertion point is looked for in its URL. */
export const isStaticAsset = (url: URL): boolean => assetKind(url) !== null

/** Pages, the scripts and styles that name further pages, packed sitemaps; no images, fonts, media. */
export function isVisitable(url: URL): boolean {
  const kind = assetKind(url)
  return kind === null || kind === 'script' || kind === 'style' || isPackedText(url)
}
