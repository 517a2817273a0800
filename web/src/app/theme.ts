import { createTheme } from '@mantine/core';

/** Sizes and manners of Mantine's parts; their colours stand in `styles/tokens.css`. */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Modal: {
      // The lock of scrolling is a style written into the page, which the content policy forbids.
      defaultProps: { lockScroll: false, centered: true, closeButtonProps: { 'aria-label': 'Close' } },
    },
    Spotlight: { defaultProps: { lockScroll: false } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Button: { defaultProps: { radius: 8 } },
    TextInput: { defaultProps: { radius: 8 } },
    Textarea: { defaultProps: { radius: 8 } },
    NativeSelect: { defaultProps: { radius: 8 } },
  },
});
