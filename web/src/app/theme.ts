import { createTheme } from '@mantine/core';

const rounded = { defaultProps: { radius: 8 } };

/** Sizes and manners of Mantine's parts; their colours stand in `styles/tokens.css`. */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        // The lock of scrolling is a style written into the page, which the content policy forbids.
        lockScroll: false,
        centered: true,
        padding: 22,
        closeButtonProps: { 'aria-label': 'Close' },
        styles: { title: { fontSize: 17, fontWeight: 650 } },
      },
    },
    Spotlight: { defaultProps: { lockScroll: false } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Badge: { defaultProps: { variant: 'light', h: 24, fz: 12.5, fw: 600, tt: 'none', miw: 'max-content' } },
    Alert: { defaultProps: { variant: 'light', radius: 6, p: 'sm' } },
    Skeleton: { defaultProps: { radius: 5 } },
    Progress: { defaultProps: { radius: 'xl' } },
    NavLink: { defaultProps: { bdrs: 8, px: 10 } },
    Kbd: { defaultProps: { size: 'xs' } },
    Button: rounded,
    TextInput: rounded,
    Textarea: rounded,
    NativeSelect: rounded,
  },
});
