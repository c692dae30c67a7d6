import type { FontName } from '../src/exporters/fonts.ts'

/** Where the fonts of documents come from: file of a package by the name it is served under. */
export const FONT_FILES: Readonly<Record<FontName, string>> = {
  'NotoSans-Regular.ttf': '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  'NotoSans-Bold.ttf': '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  'NotoSansMono-Regular.ttf':
    '@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf',
  'NotoSansSC-Regular.ttf': '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'NotoSansKR-Regular.ttf': '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  'NotoEmoji-Regular.ttf': '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  'DejaVuSans.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
}

/** Their licences: the OFL for Noto, Bitstream Vera's for DejaVu. */
export const FONT_LICENCES: Readonly<Record<string, string>> = {
  'LICENSE-Noto.txt': '@expo-google-fonts/noto-sans/LICENSE_FONT',
  'LICENSE-DejaVu.txt': 'dejavu-fonts-ttf/LICENSE',
}
